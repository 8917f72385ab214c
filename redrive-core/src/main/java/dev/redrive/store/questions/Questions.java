package dev.redrive.store.questions;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The part of a store that answers questions and changes nothing. */
public interface Questions {
    /** The whole letter, with its attempts. */
    Optional<DeadLetter> find(LetterId id);

    /** The versions of an edited letter, the original first; empty when it was never edited. */
    List<Version> versions(LetterId id);

    /**
     * These letters with their versions, in the order of their ids, as far as they exist; fewer when payloads, headers, failures,
     * attempts and versions have more than {@code maxBytes} together, but at least one. Those left out are behind the last one
     * that is returned.
     */
    List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes);

    /** How many bytes payloads and headers of these versions have together, or some more, without reading them. */
    long versionBytes(LetterId id);

    /** How many bytes the payload of a letter has, without reading them; empty when there is no such letter. */
    OptionalInt payloadSize(LetterId id);

    /** The states of these letters, as far as they exist; without the letters that block them. */
    Map<LetterId, LetterState> states(Collection<LetterId> ids);

    Page search(Query query);

    Total count(Filter filter);

    /** The kept counters; they cost the same however many letters there are. */
    Tallies tallies();

    /** What waits in a channel. */
    ChannelQueue queue(String channel);

    List<Cause> causes(CauseQuery query);

    /** How many open letters failed with this cause first and with another one last, and the other way round; most first. */
    List<CauseChange> causeChanges(CauseId id);

    /** What people wrote about a cause, the newest first. */
    List<CauseNote> causeNotes(CauseId id, int limit);
}
