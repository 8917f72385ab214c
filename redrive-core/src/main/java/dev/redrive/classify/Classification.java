package dev.redrive.classify;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;

/** The result of classifying a failure; {@code rule} describes the rule that matched. */
public record Classification(Category category, Retryability retryability, String rule) {}
