package dev.redrive.internal.erasure;

import dev.redrive.archive.ArchiveObject;
import dev.redrive.erasure.ErasureMatch;
import dev.redrive.erasure.ErasureSubject;
import dev.redrive.internal.text.Sha256;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.holds.LegalHold;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The letters that a search found: of each only what an erasure needs, and the details of the first ones. */
final class FoundLetters {
    /** More are counted, but not kept: they are for the next erasure. */
    static final int MOST = 100_000;

    private static final int LISTED = 1000;
    private static final int MOST_CAUSES = 500;

    private final NavigableMap<LetterId, Found> letters = new TreeMap<>();
    private final Map<LetterId, ErasureMatch> listed = new LinkedHashMap<>();
    private final Map<ArchiveObject, List<LetterId>> objects = new LinkedHashMap<>();
    private final Set<CauseId> causes = new HashSet<>();
    private long more;
    private String others = "";

    /** What is known of one letter, of all its copies together. */
    private record Found(int version, int attempt, boolean inStore, boolean isHeld) {
        Found and(Found other) {
            return new Found(
                    Math.max(version, other.version),
                    Math.max(attempt, other.attempt),
                    inStore || other.inStore,
                    isHeld || other.isHeld);
        }
    }

    void addOfStore(DeadLetter letter, Optional<LegalHold> hold) {
        add(letter, new ErasureMatch(letter.id(), letter.channel(), true, false, hold));
    }

    void addOfArchive(ArchiveObject object, DeadLetter letter, Optional<LegalHold> hold) {
        boolean added = add(letter, new ErasureMatch(letter.id(), letter.channel(), false, true, hold));
        if (added) objects.computeIfAbsent(object, key -> new ArrayList<>()).add(letter.id());
    }

    private boolean add(DeadLetter letter, ErasureMatch match) {
        LetterId id = letter.id();
        if (letters.size() >= MOST && !letters.containsKey(id)) {
            more++;
            return false;
        }
        boolean isHeld = match.hold().isPresent();
        letters.merge(id, new Found(letter.state().version(), letter.attempt(), match.inStore(), isHeld), Found::and);
        if (listed.size() < LISTED || listed.containsKey(id)) listed.merge(id, match, FoundLetters::both);
        if (causes.size() < MOST_CAUSES) causes.addAll(List.of(letter.cause(), letter.lastCause()));
        return true;
    }

    private static ErasureMatch both(ErasureMatch one, ErasureMatch other) {
        return new ErasureMatch(
                one.id(),
                one.channel(),
                one.inStore() || other.inStore(),
                one.inArchive() || other.inArchive(),
                one.hold().or(other::hold));
    }

    /** What else the confirmation is for. */
    void confirmWith(String text) {
        others = text;
    }

    List<ErasureMatch> listed() {
        return List.copyOf(listed.values());
    }

    long count() {
        return letters.size() + more;
    }

    /** How many are not kept here. */
    long more() {
        return more;
    }

    long held() {
        return letters.values().stream().filter(Found::isHeld).count();
    }

    boolean isHeld(LetterId id) {
        Found found = letters.get(id);
        return found != null && found.isHeld();
    }

    /** Those in the store that no hold keeps, in order. */
    List<LetterId> inStore() {
        return letters.entrySet().stream()
                .filter(letter ->
                        letter.getValue().inStore() && !letter.getValue().isHeld())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The objects of the archive with the letters in them. */
    Map<ArchiveObject, List<LetterId>> objects() {
        return objects;
    }

    /** Whose first or last failures they have. */
    Set<CauseId> causes() {
        return causes;
    }

    /** Another one for other letters, and for letters that were edited, tried or held since; the same wherever they are. */
    String confirmation(ErasureSubject subject) {
        MessageDigest digest = Sha256.digest();
        digest.update(Sha256.of(subject.value()));
        digest.update(subject.places().toString().getBytes(StandardCharsets.UTF_8));
        digest.update(others.getBytes(StandardCharsets.UTF_8));
        ByteBuffer entry = ByteBuffer.allocate(2 * Long.BYTES + 2 * Integer.BYTES + 1);
        letters.forEach((id, found) -> {
            entry.clear()
                    .putLong(id.value().getMostSignificantBits())
                    .putLong(id.value().getLeastSignificantBits())
                    .putInt(found.version())
                    .putInt(found.attempt())
                    .put((byte) (found.isHeld() ? 1 : 0));
            digest.update(entry.array());
        });
        return HexFormat.of().formatHex(digest.digest());
    }
}
