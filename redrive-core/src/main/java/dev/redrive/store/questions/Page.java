package dev.redrive.store.questions;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.Summary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a search.
 *
 * @param next where the next page starts, or null when this is the last
 * @param complete false when a text search ran out of time; the page then holds what was found until {@code next}
 */
public record Page(List<Summary> items, @Nullable LetterId next, boolean complete) {}
