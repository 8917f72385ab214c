package dev.redrive.store.questions;

import dev.redrive.letter.Completeness;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One version of an edited letter; version 0 is the original. */
public record Version(
        int number,
        Instant time,
        @Nullable String by,
        @Nullable String notes,
        Payload payload,
        Headers headers,
        Completeness completeness,
        Priority priority,
        List<String> tags) {}
