package dev.redrive.server.target;

import dev.redrive.letter.DeadLetter;
import java.util.Map;

/** Says which trace the delivery of a letter belongs to, as headers of W3C trace context. */
@FunctionalInterface
public interface TraceHeaders {
    Map<String, String> of(DeadLetter letter);
}
