package dev.redrive.store;

import dev.redrive.letter.Category;

/** The kept counters of the letters that share channel, error type and category. */
public record Tally(String channel, String errorType, Category category, StatusCounts counts) {}
