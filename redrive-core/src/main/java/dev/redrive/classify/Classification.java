package dev.redrive.classify;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;

/** The verdict on a failure; {@code rule} says, for people, what it rests on. */
public record Classification(Category category, Retryability retryability, String rule) {}
