package dev.redrive.internal.cause;

import dev.redrive.classify.Classification;
import dev.redrive.classify.Classifier;
import dev.redrive.classify.ErrorFacts;
import dev.redrive.internal.text.CleanText;
import dev.redrive.internal.text.LruMap;
import dev.redrive.internal.text.ShortText;
import dev.redrive.json.Json;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.StackTrace;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Diagnoses failures: shortens, classifies and fingerprints them. Safe for many threads. */
public final class Diagnostics {
    /** The longest error message that is kept. */
    public static final int MESSAGE_LIMIT = 8192;

    private static final int TRACES = 2000;

    /** What follows from the frames of a trace alone; traces repeat, so it is cached. */
    private record Seen(TraceShape shape, List<StackTrace.Thrown> chain) {}

    private final Classifier classifier;
    private final Map<String, Seen> traces = new LruMap<>(TRACES);

    public Diagnostics(Classifier classifier) {
        this.classifier = classifier;
    }

    public Diagnosis of(Throwable thrown) {
        List<ErrorFacts> facts = ErrorFacts.chain(thrown);
        ErrorFacts outer = facts.get(0);
        StackTrace trace = StackTrace.of(thrown).cut();
        Seen seen = seen(trace.split().frames());
        return diagnosis(
                outer.type(),
                outer.code(),
                outer.message(),
                trace,
                Json.EMPTY_OBJECT,
                classifier.classify(facts),
                seen);
    }

    /** For a failure that came as text, from another process or another language. */
    public Diagnosis of(String type, @Nullable String code, String message, StackTrace whole, Json context) {
        return of(type, code, message, whole, context, null);
    }

    /** The same, where its sender says of which kind it is: a user's own rules know better, the built-in ones do not. */
    public Diagnosis of(
            String type,
            @Nullable String code,
            String message,
            StackTrace whole,
            Json context,
            @Nullable Category said) {
        StackTrace trace = whole.cut();
        StackTrace.Split split = trace.split();
        Seen seen = seen(split.frames());
        List<ErrorFacts> facts = ErrorFacts.text(type, code, message, seen.chain(), split.messages());
        return diagnosis(type, code, message, trace, context, classifier.classify(facts, said), seen);
    }

    private Diagnosis diagnosis(
            String type,
            @Nullable String code,
            String message,
            StackTrace trace,
            Json context,
            Classification kind,
            Seen seen) {
        Failure failure = new Failure(
                CleanText.text(type),
                CleanText.textOrNull(code),
                cut(CleanText.text(message)),
                trace,
                context,
                kind.category(),
                kind.retryability());
        return new Diagnosis(
                failure,
                Fingerprints.of(
                        failure.type(),
                        failure.code(),
                        failure.message(),
                        seen.shape(),
                        trace.split().messages()));
    }

    private Seen seen(String frames) {
        synchronized (traces) {
            Seen known = traces.get(frames);
            if (known != null) return known;
        }
        Seen seen = new Seen(TraceShape.of(frames), StackTrace.ofText(frames).chain());
        synchronized (traces) {
            traces.put(frames, seen);
        }
        return seen;
    }

    private static String cut(String message) {
        if (message.length() <= MESSAGE_LIMIT) return message;
        return ShortText.cut(message, MESSAGE_LIMIT);
    }
}
