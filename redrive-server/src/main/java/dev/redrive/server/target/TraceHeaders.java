package dev.redrive.server.target;

import dev.redrive.letter.DeadLetter;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Says which trace the delivery of a letter belongs to, as headers of W3C trace context. */
@FunctionalInterface
public interface TraceHeaders {
    Map<String, String> of(DeadLetter letter);

    /** Goes on with the trace in which the message failed, as a step of its own; a letter without a trace gets none. */
    static TraceHeaders handedOn(RandomGenerator random) {
        return letter -> HandedOnTrace.of(letter.message().headers(), random);
    }
}
