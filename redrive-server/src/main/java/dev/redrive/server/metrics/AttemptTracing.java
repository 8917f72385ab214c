package dev.redrive.server.metrics;

import dev.redrive.engine.Target;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Traces each attempt as a span under the captured {@code traceparent} of its letter, in the trace in which its message failed.
 * The span's own context is sent to the target. Without a tracer nothing is recorded and the captured context is sent.
 */
public final class AttemptTracing {
    private static final String SPAN = "redrive attempt";
    private static final int MOST_CHARACTERS = 1024;
    private static final List<String> W3C = List.of("traceparent", "tracestate");

    private final Tracer tracer;
    private final Propagator propagator;

    public AttemptTracing(Tracer tracer, Propagator propagator) {
        this.tracer = tracer;
        this.propagator = propagator;
    }

    /** Records nothing. */
    public static AttemptTracing none() {
        return new AttemptTracing(Tracer.NOOP, Propagator.NOOP);
    }

    /** A target that does the same within a span. */
    public Target around(Target target) {
        return letter -> {
            Span span = start(letter);
            Tracer.SpanInScope scope = tracer.withSpan(span);
            try {
                return target.send(letter);
            } catch (Throwable e) {
                // The span gets the type and not the message, which may quote the payload.
                span.tag("error.type", e.getClass().getName());
                span.event("failed");
                throw e;
            } finally {
                scope.close();
                span.end();
            }
        };
    }

    private Span start(DeadLetter letter) {
        return propagator
                .extract(letter, AttemptTracing::header)
                .name(SPAN)
                .kind(Span.Kind.CLIENT)
                .tag("redrive.letter.id", letter.id().toString())
                .tag("redrive.channel", letter.channel())
                .tag("redrive.attempt", letter.retryCount())
                .start();
    }

    /**
     * The trace headers to send with a letter, for a target that was put {@link #around}: those of the attempt's span, or the
     * captured ones when there is none. They take the place of the captured headers of these names.
     */
    public Map<String, String> headers(DeadLetter letter) {
        Map<String, String> headers = new LinkedHashMap<>();
        Span span = tracer.currentSpan();
        if (span != null && !span.context().traceId().isEmpty())
            propagator.inject(span.context(), headers, (all, name, value) -> headers.put(name, value));
        if (headers.isEmpty()) W3C.forEach(name -> copy(letter, name, headers));
        return headers;
    }

    private static void copy(DeadLetter letter, String name, Map<String, String> headers) {
        String value = header(letter, name);
        if (value != null && isPlain(value)) headers.put(name, value);
    }

    /** Both are printable ASCII; anything else is invalid, and would break the request that it is sent with. */
    private static boolean isPlain(String value) {
        return value.length() <= MOST_CHARACTERS && value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    /** Over HTTP the names come in any case. */
    private static @Nullable String header(DeadLetter letter, String name) {
        return letter.message().headers().list().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .map(value -> value.text())
                .findFirst()
                .orElse(null);
    }
}
