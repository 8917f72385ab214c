package dev.redrive.internal.erasure;

import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.cause.Cause;
import dev.redrive.erasure.ErasureSubject;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.erasure.SubjectMatcher.Finding;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Summary;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Query.Direction;
import dev.redrive.store.questions.Query.Sort;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Looks at every letter of store and archive for the value of a subject. Holds a page of letters in memory. */
final class SubjectSearch {
    private static final long PAGE_BYTES = 32L * 1024 * 1024;
    private static final int TELL_EVERY = 1000;
    private static final String EVERYWHERE = "dlq/";

    private final DeadLetterStore store;
    private final Optional<LetterArchive> archive;
    private final RedactionGate gate;
    private final ErasureSubject subject;
    private final SubjectMatcher matcher;
    private final Problems problems;
    private final LongConsumer progress;
    private final FoundLetters found = new FoundLetters();
    private long looked;

    SubjectSearch(ErasureParts parts, ErasureSubject subject, Problems problems, LongConsumer progress) {
        this.store = parts.store();
        this.archive = parts.letters();
        this.gate = parts.gate();
        this.subject = subject;
        this.matcher = new SubjectMatcher(subject);
        this.problems = problems;
        this.progress = progress;
    }

    FoundLetters run() {
        searchStore();
        archive.ifPresent(this::search);
        progress.accept(looked);
        if (found.more() > 0)
            problems.add("more than " + FoundLetters.MOST + " letters hold the value; only the first "
                    + FoundLetters.MOST + " are erased at once, so erase again afterwards");
        nameCauses();
        return found;
    }

    // The store

    /** Letters that are captured meanwhile are for the next search, or this one might never end. */
    private void searchStore() {
        List<Summary> newest = store.search(Query.newest(Filter.all(), 1)).items();
        if (newest.isEmpty()) return;
        LetterId last = newest.get(0).id();
        Query next = new Query(Filter.all(), Sort.CREATED_AT, Direction.ASC, Query.MAX_LIMIT, null, 0);
        while (true) {
            Page page = store.search(next);
            searchStore(page.items().stream()
                    .map(Summary::id)
                    .filter(id -> id.compareTo(last) <= 0)
                    .toList());
            LetterId after = page.next();
            if (after == null || after.compareTo(last) >= 0) return;
            next = next.after(after);
        }
    }

    private void searchStore(List<LetterId> ids) {
        List<LetterId> left = ids;
        while (!left.isEmpty()) {
            List<WholeLetter> some = store.whole(left, PAGE_BYTES);
            if (some.isEmpty()) return;
            for (WholeLetter letter : some) {
                look();
                if (matches(letter)) found.addOfStore(letter.letter(), hold(letter.letter()));
            }
            LetterId last = some.get(some.size() - 1).letter().id();
            left = left.stream().filter(id -> id.compareTo(last) > 0).toList();
        }
    }

    private void look() {
        looked++;
        if (looked % TELL_EVERY == 0) progress.accept(looked);
    }

    private Optional<LegalHold> hold(DeadLetter letter) {
        return store.holds().on(letter.id(), letter.channel(), letter.cause(), letter.lastCause());
    }

    // The archive

    private void search(LetterArchive from) {
        try {
            for (ArchiveObject object : from.objects(EVERYWHERE)) search(from, object);
        } catch (ArchiveException e) {
            problems.add("the archive could not be searched to its end: " + e.getMessage());
        }
    }

    private void search(LetterArchive from, ArchiveObject object) {
        from.read(
                object,
                letter -> {
                    look();
                    if (matches(letter)) found.addOfArchive(object, letter.letter(), hold(letter.letter()));
                },
                damage -> problems.add("not all of an object of the archive could be read: " + damage));
    }

    // A letter

    private boolean matches(WholeLetter whole) {
        LetterId id = whole.letter().id();
        Finding finding = matcher.in(opened(whole.letter()).message());
        for (Version version : whole.versions()) finding = finding.or(matcher.in(version));
        switch (finding) {
            case PACKED -> problems.add(id, "are compressed or encoded and were not looked into");
            case SOMEWHERE ->
                problems.add(id, "are no JSON but have the value somewhere in their payloads; delete them one by one");
            case THERE, NOT_THERE -> {}
        }
        return finding == Finding.THERE;
    }

    private DeadLetter opened(DeadLetter letter) {
        try {
            return gate.open(letter);
        } catch (CannotOpen e) {
            problems.add(letter.id(), "have sealed values that could not be looked at: " + e.getMessage());
            return letter;
        }
    }

    // Causes

    /**
     * A cause keeps what its first error said. It is not erased with a letter, because it belongs to all of them, and it is there
     * when none of them is.
     */
    private void nameCauses() {
        Map<CauseId, Cause> looked = new LinkedHashMap<>();
        List<Cause> top = store.causes(CauseQuery.top(Query.MAX_LIMIT));
        top.forEach(cause -> looked.put(cause.id(), cause));
        if (!found.causes().isEmpty())
            store.causes(CauseQuery.of(found.causes())).forEach(cause -> looked.put(cause.id(), cause));
        for (Cause cause : looked.values())
            if (cause.fingerprint().message().contains(subject.value()))
                problems.add("the cause " + cause.id() + " quotes the value in its message, which stays");
        if (top.size() == Query.MAX_LIMIT)
            problems.add("there are more causes than the " + Query.MAX_LIMIT
                    + " with the most open letters and those of the letters found; the others were not looked at");
    }
}
