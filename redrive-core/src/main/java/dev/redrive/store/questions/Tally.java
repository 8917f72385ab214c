package dev.redrive.store.questions;

import dev.redrive.letter.Category;
import dev.redrive.letter.StatusCounts;

/** The kept counters of the letters that share channel, error type and category. */
public record Tally(String channel, String errorType, Category category, StatusCounts counts) {}
