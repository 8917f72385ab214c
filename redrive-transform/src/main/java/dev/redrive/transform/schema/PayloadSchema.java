package dev.redrive.transform.schema;

import dev.redrive.letter.Payload;
import java.util.List;

/** A JSON Schema that payloads are checked against. Safe to use from many threads. */
@FunctionalInterface
public interface PayloadSchema {
    /** What is wrong with the payload, at most 20 lines, each with its path and never with a value; empty when all is well. */
    List<String> violations(Payload payload);
}
