package dev.redrive.internal.archive;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * What an object says about its letters at its end, so that a reader fetches only the frames it needs.
 *
 * @param replaces the object of the same folder that this one was written instead of; it goes when this one is there
 * @param letters how many there are
 * @param first the smallest id
 * @param last the largest id
 * @param channels of all letters; empty when there are too many to list
 * @param causes first and last ones of all letters; empty when there are too many to list
 * @param keys ids of all letters and their events, and keys of their messages
 * @param rawBytes of all lines, unpacked
 * @param sha256 of all bytes before the index, in hexadecimal digits
 */
record ObjectIndex(
        Optional<LetterId> replaces,
        int letters,
        LetterId first,
        LetterId last,
        String errorType,
        Optional<List<String>> channels,
        Optional<List<CauseId>> causes,
        KeyFilter keys,
        long rawBytes,
        String sha256,
        List<Frame> frames) {

    ObjectIndex {
        frames = List.copyOf(frames);
    }

    /**
     * Some hundred letters that are packed together.
     *
     * @param offset of its first byte in the object
     * @param bytes packed
     * @param crc of the packed bytes
     * @param rawBytes unpacked
     * @param channels which of the object's channels it has letters of; none when the object lists none
     * @param causes which of the object's causes its letters have; none when the object lists none
     */
    record Frame(
            long offset,
            int bytes,
            int crc,
            long rawBytes,
            int letters,
            LetterId first,
            LetterId last,
            BitSet channels,
            BitSet causes) {

        boolean mayHold(LetterId id) {
            return first.compareTo(id) <= 0 && id.compareTo(last) <= 0;
        }
    }

    boolean mayHold(LetterId id) {
        boolean isBetween = first.compareTo(id) <= 0 && id.compareTo(last) <= 0;
        return isBetween && keys.mayHold(KeyFilter.Hash.of(id));
    }

    /** Whether the ids of a frame are in order, and none is outside of the object's. */
    boolean spans(Frame frame) {
        return first.compareTo(frame.first()) <= 0
                && frame.first().compareTo(frame.last()) <= 0
                && frame.last().compareTo(last) <= 0;
    }

    /** Whether another object may have been written anew as this one, which has none but letters of it. */
    boolean mayBeOf(ObjectIndex before) {
        return before.first().compareTo(first) <= 0
                && last.compareTo(before.last()) <= 0
                && letters <= before.letters();
    }

    /** Of all frames. */
    long packedBytes() {
        return frames.stream().mapToLong(Frame::bytes).sum();
    }
}
