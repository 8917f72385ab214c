package dev.redrive.spring;

import dev.redrive.letter.Payload;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Makes an object of a letter's payload. */
@FunctionalInterface
interface PayloadReader {
    @Nullable
    Object read(Payload payload, Type as);
}
