package dev.redrive.internal.erasure;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.erasure.ErasureMode;
import dev.redrive.erasure.ErasureReport;
import dev.redrive.erasure.ErasureSubject;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.journal.ArchiveJournal;
import dev.redrive.internal.retention.RetentionLease;
import dev.redrive.store.retention.RetentionLog;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds and erases the letters of one person. */
public final class SubjectErasure {
    private static final Logger LOG = LoggerFactory.getLogger(SubjectErasure.class);

    private final ErasureParts parts;

    public SubjectErasure(ErasureParts parts) {
        this.parts = parts;
    }

    /**
     * All letters that hold the value.
     *
     * @param progress is told how many letters were looked at
     */
    public ErasureReport search(ErasureSubject subject, LongConsumer progress) {
        Problems problems = new Problems(subject.value());
        waiting().ifPresent(problems::add);
        FoundLetters found = new SubjectSearch(parts, subject, problems, progress).run();
        return report(subject, found, views(subject, found), found.held(), 0, problems);
    }

    /** Erases what a search finds now, if that is what the confirmation is for, and nobody else writes the archive meanwhile. */
    public ErasureReport erase(
            ErasureSubject subject, ErasureMode mode, String confirmation, @Nullable String by, LongConsumer progress) {
        Order order = new Order(subject, mode, confirmation, by, progress);
        if (parts.letters().isEmpty()) return erase(order, waiting(), () -> true);
        RetentionLog log = parts.store().retentionLog();
        Optional<RetentionLease> lease = RetentionLease.take(log, parts.node() + " (erasing)", System::nanoTime);
        if (lease.isEmpty()) return erase(order, Optional.of(busy(log)), () -> false);
        try {
            return erase(order, waiting(), lease.get()::isHeld);
        } finally {
            lease.get().giveBack();
        }
    }

    private record Order(
            ErasureSubject subject,
            ErasureMode mode,
            String confirmation,
            @Nullable String by,
            LongConsumer progress) {}

    private static String busy(RetentionLog log) {
        return "retention or another erasure writes the archive, on "
                + log.running().orElse("another node") + "; try again when it has ended";
    }

    /** @param isAlone asked before each object of the archive is written anew */
    private ErasureReport erase(Order order, Optional<String> obstacle, BooleanSupplier isAlone) {
        ErasureSubject subject = order.subject();
        Problems problems = new Problems(subject.value());
        FoundLetters found = new SubjectSearch(parts, subject, problems, order.progress()).run();
        FoundViews views = views(subject, found);
        obstacle.ifPresent(why -> problems.add("nothing was erased: " + why));
        boolean isConfirmed = found.confirmation(subject).equals(order.confirmation());
        if (obstacle.isPresent() || !isConfirmed) return report(subject, found, views, found.held(), 0, problems);
        LetterEraser eraser = new LetterEraser(parts, order.mode(), subject.value(), found, problems);
        eraser.eraseFromStore();
        parts.letters().ifPresent(letters -> eraser.eraseFrom(letters, isAlone));
        views.delete();
        long erased = eraser.erased();
        LOG.info("{} letters of one person were erased by {}, in mode {}", erased, order.by(), order.mode());
        parts.events().publish(() -> new RedriveEvent.Erased(erased, order.by()));
        return report(subject, found, views, found.held() + eraser.heldSince(), erased, problems);
    }

    private static ErasureReport report(
            ErasureSubject subject, FoundLetters found, FoundViews views, long held, long erased, Problems problems) {
        return new ErasureReport(
                found.listed(),
                found.count(),
                held,
                erased,
                views.listed(),
                found.confirmation(subject),
                problems.all());
    }

    private FoundViews views(ErasureSubject subject, FoundLetters found) {
        FoundViews views = FoundViews.in(parts.store().savedViews(), subject.value());
        found.confirmWith(views.text());
        return views;
    }

    /** Letters that are on their way into the store would come after the erasure. */
    private Optional<String> waiting() {
        if (parts.lettersInJournal().getAsBoolean())
            return Optional.of("captured letters wait in the local journal for the store; try again in some seconds");
        return parts.archive().flatMap(SubjectErasure::waitingIn);
    }

    private static Optional<String> waitingIn(Archive archive) {
        try {
            return archive.list(ArchiveJournal.ROOT, null, 1).stream()
                    .findFirst()
                    .map(object -> "captured letters wait in the archive for the store, such as in " + object.key()
                            + "; try again in some seconds, and take away what is damaged there");
        } catch (ArchiveException e) {
            return Optional.of("it is unknown whether captured letters wait in the archive: " + e.getMessage());
        }
    }
}
