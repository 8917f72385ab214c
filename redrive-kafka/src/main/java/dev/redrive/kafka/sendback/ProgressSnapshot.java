package dev.redrive.kafka.sendback;

import dev.redrive.letter.Receipt;
import dev.redrive.store.streams.SentLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * The positions of consumers and, read after them, the ends of the dead letter topics. Once the dead letter topics are read up
 * to these ends, every letter that its consumer was done with and that failed again has come back.
 *
 * @param at when the ends were read, or a little earlier
 */
record ProgressSnapshot(ConsumerProgress.Progress progress, Instant at, Map<TopicPartition, Long> deadLetterEnds) {
    /** The state of one letter. */
    enum Verdict {
        PROCESSED,
        WAITING,
        WITHOUT_GROUP,
        MISSING,
        /** It was sent by another kind of target. */
        OTHER_TARGET
    }

    /** When no consumers are concerned. */
    static ProgressSnapshot ofNothing(Instant at) {
        return new ProgressSnapshot(
                new ConsumerProgress.Progress(Map.of(), Map.of(), Map.of(), Map.of()), at, Map.of());
    }

    Verdict verdict(SentLetter letter, Duration grace) {
        Optional<Receipt> found = Receipt.of(letter.receipt());
        if (found.isEmpty()) return Verdict.OTHER_TARGET;
        Receipt receipt = found.get();
        if (receipt.group() == null) return Verdict.WITHOUT_GROUP;
        if (at.isBefore(letter.sentAt().plus(grace)) || isRefused(receipt)) return Verdict.WAITING;
        TopicPartition place = new TopicPartition(receipt.topic(), receipt.partition());
        Long position =
                progress.committed().getOrDefault(receipt.group(), Map.of()).get(place);
        if (position == null) return Verdict.WAITING;
        if (position == ConsumerProgress.Progress.NONE || isGone(letter, receipt, place)) return Verdict.MISSING;
        return position > receipt.offset() ? Verdict.PROCESSED : Verdict.WAITING;
    }

    private boolean isRefused(Receipt receipt) {
        return progress.refused().containsKey(receipt.topic())
                || progress.refused().containsKey(receipt.group());
    }

    private boolean isGone(SentLetter letter, Receipt receipt, TopicPartition place) {
        Instant since = progress.topics().get(receipt.topic());
        Long end = progress.ends().get(place);
        return since == null
                || end == null
                || end <= receipt.offset()
                || letter.sentAt().isBefore(since);
    }
}
