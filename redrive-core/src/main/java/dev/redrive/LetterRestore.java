package dev.redrive;

import dev.redrive.archive.ArchiveException;
import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.cold.RestoreResult;
import dev.redrive.internal.capture.Importer;
import dev.redrive.letter.LetterId;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.questions.WholeLetter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings letters of the archive back, page by page. One that cannot be restored is named and stops no other. When the archive or
 * the store fails, what was restored before is still reported.
 */
final class LetterRestore {
    private static final Logger LOG = LoggerFactory.getLogger(LetterRestore.class);
    private static final int MOST_NAMED = 1000;
    private static final int MOST_PROBLEMS = 100;

    private final Importer importer;
    private final @Nullable String by;
    private final List<LetterId> missing = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private @Nullable String at;
    private boolean hasEnded;
    private long restored;
    private long known;
    private long bytesRead;
    private int looked;

    /** @param at where it begins */
    LetterRestore(Importer importer, @Nullable String by, @Nullable String at) {
        this.importer = importer;
        this.by = by;
        this.at = at;
    }

    boolean goesOn() {
        return !hasEnded;
    }

    /** How many letters the pages had so far. */
    int looked() {
        return looked;
    }

    /** @param search gives the page at a cursor */
    void add(Function<@Nullable String, ColdPage> search) {
        try {
            ColdPage page = search.apply(at);
            restore(page.letters());
            page.missing().stream().limit(MOST_NAMED - (long) missing.size()).forEach(missing::add);
            page.problems().forEach(this::problem);
            bytesRead += page.bytesRead();
            looked += page.letters().size();
            at = page.next().orElse(null);
            hasEnded = page.next().isEmpty();
        } catch (StoreException | ArchiveException e) {
            if (restored == 0) throw e;
            problem("it ended early, so restore again: " + e.getMessage());
            hasEnded = true;
        }
    }

    private void restore(List<ColdLetter> letters) {
        List<WholeLetter> whole = letters.stream().map(ColdLetter::whole).toList();
        try {
            count(importer.restore(whole));
        } catch (CannotOpen | StoreRefused oneOfThem) {
            whole.forEach(this::restore);
        }
    }

    private void restore(WholeLetter letter) {
        try {
            count(importer.restore(List.of(letter)));
        } catch (CannotOpen | StoreRefused e) {
            problem("letter " + letter.letter().id() + " is not restored: " + e.getMessage());
        }
    }

    private void count(List<CaptureResult> results) {
        long fresh = results.stream().filter(CaptureResult::isNew).count();
        restored += fresh;
        known += results.size() - fresh;
    }

    private void problem(String text) {
        if (problems.size() < MOST_PROBLEMS) problems.add(text);
    }

    RestoreResult end() {
        if (restored > 0)
            LOG.info("{} brought {} letters back from the archive", by == null ? "somebody" : by, restored);
        return new RestoreResult(restored, known, missing, Optional.ofNullable(at), bytesRead, List.copyOf(problems));
    }
}
