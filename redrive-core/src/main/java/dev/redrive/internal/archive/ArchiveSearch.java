package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.letter.LetterId;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.WholeLetter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for letters that match a filter: the newest hour first, within an hour object by object, and only in frames that may
 * have some. For one thread.
 */
public final class ArchiveSearch {
    /** After so long, or so much that was read or found, a page ends and says where the search goes on. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long MOST_READ = 64L * 1024 * 1024;
    private static final long MOST_FOUND = 16L * 1024 * 1024;
    private static final int MOST_PROBLEMS = 100;

    private final Archive archive;
    private final ObjectReader reader;
    private final ArchiveLines lines;
    private final InstantSource clock;
    private final Filter filter;
    private final SearchPaths paths;
    private final ArchiveHours hours;
    private @Nullable Hour hour;
    private @Nullable OpenFrame open;

    ArchiveSearch(
            Archive archive,
            ObjectReader reader,
            ArchiveLines lines,
            InstantSource clock,
            Filter filter,
            SearchPaths paths) {
        this.paths = paths;
        this.archive = archive;
        this.reader = reader;
        this.lines = lines;
        this.clock = clock;
        this.filter = filter;
        this.hours = new ArchiveHours(archive, Objects.requireNonNullElse(filter.from(), Instant.EPOCH));
    }

    private record Hour(Instant start, HourObjects objects) {}

    /** The frame that was read last: the next page may begin within it. Its letters are sorted, the newest first. */
    private record OpenFrame(String key, int number, long bytes, List<WholeLetter> letters) {}

    /**
     * The next letters that match; whether they are in the store is for the caller to say.
     *
     * @throws IllegalArgumentException when no search gave this cursor
     */
    public ColdPage page(@Nullable String cursor, int limit) {
        Instant end = filter.to() == null ? Instant.MAX : filter.to();
        Optional<SearchPosition> at =
                cursor == null ? hours.before(end).map(SearchPosition::before) : Optional.of(SearchPosition.of(cursor));
        PageBuilder page = new PageBuilder(limit);
        while (at.isPresent() && !page.isFull()) at = step(at.get(), page);
        return page.end(at);
    }

    /** Looks at one frame, or passes over what cannot match; empty at the end of the archive. */
    private Optional<SearchPosition> step(SearchPosition at, PageBuilder page) {
        HourObjects objects = hour(at.hour());
        page.lookedAt(at.hour());
        Optional<ArchiveObject> object = next(objects.all(), at);
        if (object.isEmpty()) return hours.before(at.hour()).map(SearchPosition::before);
        String key = object.get().key();
        SearchPosition from = key.equals(at.key()) ? at : at.at(key, SearchPosition.LAST_FRAME);
        return Optional.of(look(objects, object.get(), from, page));
    }

    private HourObjects hour(Instant start) {
        if (hour == null || !hour.start().equals(start))
            hour = new Hour(start, new HourObjects(reader, lines, listed(start)));
        return hour.objects();
    }

    private List<ArchiveObject> listed(Instant start) {
        String folder = ObjectKey.hour(start);
        if (filter.errorTypes().isEmpty()) return ArchivedCopies.objects(archive, folder);
        return filter.errorTypes().stream()
                .map(type -> folder + ObjectKey.name(type) + "/")
                .flatMap(prefix -> ArchivedCopies.objects(archive, prefix).stream())
                .toList();
    }

    /** An object that is written anew meanwhile has a larger key then, so its letters come once more rather than never. */
    private static Optional<ArchiveObject> next(List<ArchiveObject> objects, SearchPosition at) {
        String key = at.key();
        if (key == null) return objects.stream().findFirst();
        int least = at.frame() < 0 ? 1 : 0;
        return objects.stream()
                .filter(object -> object.key().compareTo(key) >= least)
                .findFirst();
    }

    private SearchPosition look(HourObjects objects, ArchiveObject object, SearchPosition at, PageBuilder page) {
        String key = object.key();
        int number = -1;
        try {
            ObjectIndex index = reader.index(object);
            page.lookedInto(key);
            number = candidate(index, at.frame());
            if (number < 0) return at.at(key, -1);
            for (WholeLetter letter : letters(object, index.frames().get(number), number, page)) {
                LetterId id = letter.letter().id();
                boolean isBehind = number == at.frame() && at.below() != null && id.compareTo(at.below()) >= 0;
                if (isBehind || !filter.matches(letter.letter(), paths) || !objects.isNewest(letter.letter(), object))
                    continue;
                page.add(letter, key, openBytes() / index.frames().get(number).letters());
                if (page.isFull()) return at.at(key, number, id);
            }
            return at.at(key, number - 1);
        } catch (DamagedObject e) {
            page.problem(String.valueOf(e.getMessage()));
            return at.at(key, Math.max(-1, number - 1));
        }
    }

    /** The number of the last frame, at this one or before it, that may have letters that match. */
    private int candidate(ObjectIndex index, int frame) {
        IndexFilter wanted = new IndexFilter(filter, index);
        int number = Math.min(frame, index.frames().size() - 1);
        while (number >= 0 && !wanted.mayMatch(index.frames().get(number))) number--;
        return number;
    }

    private List<WholeLetter> letters(ArchiveObject object, Frame frame, int number, PageBuilder page)
            throws DamagedObject {
        if (open == null || !open.key().equals(object.key()) || open.number() != number) {
            List<WholeLetter> letters = lines.in(reader, object, frame, page::problem).stream()
                    .sorted(Comparator.comparing(
                                    (WholeLetter letter) -> letter.letter().id())
                            .reversed())
                    .toList();
            open = new OpenFrame(object.key(), number, frame.rawBytes(), letters);
        }
        return open.letters();
    }

    private long openBytes() {
        return open == null ? 0 : open.bytes();
    }

    /** A page as far as it was found. */
    private final class PageBuilder {
        private final int limit;
        private final Instant deadline = clock.instant().plus(PATIENCE);
        private final long readBefore = reader.bytesRead();
        private final List<ColdLetter> letters = new ArrayList<>();
        private final Set<String> objects = new HashSet<>();
        private final List<String> problems = new ArrayList<>();
        private Optional<Instant> lookedBackTo = Optional.empty();
        private long foundBytes;

        PageBuilder(int limit) {
            this.limit = limit;
        }

        boolean isFull() {
            return letters.size() >= limit
                    || foundBytes >= MOST_FOUND
                    || reader.bytesRead() - readBefore >= MOST_READ
                    || (lookedBackTo.isPresent() && !clock.instant().isBefore(deadline));
        }

        void lookedAt(Instant hour) {
            lookedBackTo = Optional.of(hour);
        }

        void lookedInto(String object) {
            objects.add(object);
        }

        void add(WholeLetter letter, String object, long bytes) {
            letters.add(new ColdLetter(letter, object, false));
            foundBytes += bytes;
        }

        void problem(String text) {
            if (problems.size() < MOST_PROBLEMS) problems.add(text);
        }

        ColdPage end(Optional<SearchPosition> next) {
            return new ColdPage(
                    letters,
                    List.of(),
                    next.map(SearchPosition::cursor),
                    objects.size(),
                    reader.bytesRead() - readBefore,
                    lookedBackTo,
                    problems);
        }
    }
}
