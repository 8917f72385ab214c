package dev.redrive.jdbc.rows;

import java.util.UUID;

/** One row of {@code dlq_attribute}: a value of a letter at a search path. */
public record AttributeRow(UUID letter, int path, String value) {}
