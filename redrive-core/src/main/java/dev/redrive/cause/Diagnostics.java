package dev.redrive.cause;

import dev.redrive.classify.Classification;
import dev.redrive.classify.Classifier;
import dev.redrive.classify.ErrorFacts;
import dev.redrive.letter.Failure;
import dev.redrive.letter.StackTrace;
import dev.redrive.text.Clean;
import dev.redrive.text.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at failures: cuts them to size, classifies them and finds their cause. Safe for many threads. */
public final class Diagnostics {
    /** The longest error message that is kept. */
    public static final int MESSAGE_LIMIT = 8192;

    private static final int SHAPES = 2000;

    private final Classifier classifier;
    private final Map<String, TraceShape> shapes = new LinkedHashMap<>(256, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TraceShape> eldest) {
            return size() > SHAPES;
        }
    };

    public Diagnostics(Classifier classifier) {
        this.classifier = classifier;
    }

    public Diagnosis of(Throwable thrown) {
        List<ErrorFacts> facts = ErrorFacts.chain(thrown);
        ErrorFacts outer = facts.get(0);
        return diagnosis(
                outer.type(), outer.code(), outer.message(), StackTrace.of(thrown), Json.EMPTY_OBJECT, facts);
    }

    /** For a failure that came as text, from another process or another language. */
    public Diagnosis of(String type, @Nullable String code, String message, StackTrace trace, Json context) {
        return diagnosis(type, code, message, trace, context, ErrorFacts.text(type, code, message, trace));
    }

    private Diagnosis diagnosis(
            String type,
            @Nullable String code,
            String message,
            StackTrace trace,
            Json context,
            List<ErrorFacts> facts) {
        Classification kind = classifier.classify(facts);
        Failure failure = new Failure(
                Clean.text(type),
                Clean.textOrNull(code),
                cut(Clean.text(message)),
                trace.cut(),
                context,
                kind.category(),
                kind.retryability());
        StackTrace.Split split = failure.stackTrace().split();
        TraceShape shape = shape(split.frames());
        return new Diagnosis(failure, Fingerprint.of(failure.type(), failure.code(), message, shape, split.messages()));
    }

    private TraceShape shape(String frames) {
        synchronized (shapes) {
            TraceShape known = shapes.get(frames);
            if (known != null) return known;
        }
        TraceShape shape = TraceShape.of(frames);
        synchronized (shapes) {
            shapes.put(frames, shape);
        }
        return shape;
    }

    private static String cut(String message) {
        if (message.length() <= MESSAGE_LIMIT) return message;
        int end = Character.isHighSurrogate(message.charAt(MESSAGE_LIMIT - 1)) ? MESSAGE_LIMIT - 1 : MESSAGE_LIMIT;
        return message.substring(0, end);
    }
}
