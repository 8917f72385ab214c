package dev.redrive.store.retention;

import dev.redrive.letter.LetterId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bounded part of the letters whose retention is over, in the order of their ids.
 *
 * @param held how many letters of this part are past their time and kept by a legal hold
 * @param next where the next part goes on, or null when there is none; a part without letters may have a next one
 */
public record DuePage(
        List<DueLetter> letters, int held, @Nullable LetterId next) {}
