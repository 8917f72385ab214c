package dev.redrive;

import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.RestoreResult;
import dev.redrive.internal.capture.Importer;
import dev.redrive.letter.LetterId;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.questions.WholeLetter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings letters of the archive back, some at a time. One that cannot be restored is named and stops no other. */
final class LetterRestore {
    private static final Logger LOG = LoggerFactory.getLogger(LetterRestore.class);
    private static final int MOST_NAMED = 1000;
    private static final int MOST_PROBLEMS = 100;

    private final Importer importer;
    private final @Nullable String by;
    private final List<LetterId> missing = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private long restored;
    private long known;

    LetterRestore(Importer importer, @Nullable String by) {
        this.importer = importer;
        this.by = by;
    }

    /** Letters that were looked for by their ids; those that were not found are missing. */
    void add(Collection<LetterId> wanted, List<ColdLetter> found) {
        Set<LetterId> there = new HashSet<>();
        found.forEach(letter -> there.add(letter.whole().letter().id()));
        wanted.stream()
                .filter(id -> !there.contains(id))
                .limit(MOST_NAMED - (long) missing.size())
                .forEach(missing::add);
        add(found);
    }

    void add(List<ColdLetter> letters) {
        List<WholeLetter> whole = letters.stream().map(ColdLetter::whole).toList();
        try {
            count(importer.restore(whole));
        } catch (CannotOpen oneOfThem) {
            whole.forEach(this::addOne);
        }
    }

    private void addOne(WholeLetter letter) {
        try {
            count(importer.restore(List.of(letter)));
        } catch (CannotOpen e) {
            problem("letter " + letter.letter().id() + " is not restored: " + e.getMessage());
        }
    }

    private void count(List<CaptureResult> results) {
        long fresh = results.stream().filter(CaptureResult::isNew).count();
        restored += fresh;
        known += results.size() - fresh;
    }

    void problem(String text) {
        if (problems.size() < MOST_PROBLEMS) problems.add(text);
    }

    /**
     * What came of it.
     *
     * @param next where it goes on, when it does
     */
    RestoreResult end(Optional<String> next, long bytesRead) {
        if (restored > 0)
            LOG.info("{} brought {} letters back from the archive", by == null ? "somebody" : by, restored);
        return new RestoreResult(restored, known, missing, next, bytesRead, List.copyOf(problems));
    }
}
