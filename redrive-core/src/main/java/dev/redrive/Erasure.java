package dev.redrive;

import dev.redrive.erasure.ErasureMode;
import dev.redrive.erasure.ErasureReport;
import dev.redrive.erasure.ErasureSubject;
import dev.redrive.internal.erasure.ErasureParts;
import dev.redrive.internal.erasure.SubjectErasure;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Erases what is stored about one person, in the store with its versions and in the archive. Letters under a legal hold stay. */
public final class Erasure {
    private final SubjectErasure erasure;

    Erasure(ErasureParts parts) {
        erasure = new SubjectErasure(parts);
    }

    /** All letters that hold the value; changes nothing. */
    public ErasureReport search(ErasureSubject subject) {
        return search(subject, looked -> {});
    }

    /**
     * The same for a long search.
     *
     * @param progress is told now and then how many letters were looked at
     */
    public ErasureReport search(ErasureSubject subject, LongConsumer progress) {
        return erasure.search(subject, progress);
    }

    /**
     * Erases or redacts exactly the letters that a search found.
     *
     * @param confirmation from the report of that search; when other letters hold the value by now, nothing is erased and the report
     *     has another confirmation
     */
    public ErasureReport erase(ErasureSubject subject, ErasureMode mode, String confirmation, @Nullable String by) {
        return erase(subject, mode, confirmation, by, looked -> {});
    }

    /**
     * The same for a long search before.
     *
     * @param progress is told now and then how many letters were looked at
     */
    public ErasureReport erase(
            ErasureSubject subject, ErasureMode mode, String confirmation, @Nullable String by, LongConsumer progress) {
        return erasure.erase(subject, mode, confirmation, by, progress);
    }
}
