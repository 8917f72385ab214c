package dev.redrive.ledger;

import dev.redrive.json.Json;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a replay would send, as it was found when the replay was planned.
 *
 * @param count the letters in the plan
 * @param blocked those behind another letter of their sequence
 * @param replayedBefore those that an earlier replay has sent
 * @param notFound ids that no letter has
 * @param notAllowed letters that cannot be tried because of their status; they are not in the plan
 * @param notWhole those whose payload is not complete
 * @param causes the most frequent causes of their first failures
 * @param otherCauses the letters of all other causes
 * @param lastCauses the most frequent causes of their newest failures
 * @param channels the channels with the most letters
 * @param otherChannels the letters of all other channels
 * @param withoutTarget the letters that have no target here
 * @param heldByOthers the letters that other replays hold, so that they would be skipped
 * @param holders the replays that hold the most of them
 * @param sample the first letters
 */
public record ReplayPlan(
        long count,
        long blocked,
        long replayedBefore,
        long notFound,
        long notAllowed,
        long notWhole,
        @Nullable Instant oldest,
        @Nullable Instant newest,
        List<CauseCount> causes,
        long otherCauses,
        List<CauseCount> lastCauses,
        List<ChannelCount> channels,
        long otherChannels,
        long withoutTarget,
        List<TargetCount> targets,
        long heldByOthers,
        List<HolderCount> holders,
        List<Sample> sample) {
    /** The plan of a replay whose letters are still being written down. */
    public static final ReplayPlan EMPTY = new ReplayPlan(
            0, 0, 0, 0, 0, 0, null, null, List.of(), 0, List.of(), List.of(), 0, 0, List.of(), 0, List.of(), List.of());

    public ReplayPlan {
        causes = List.copyOf(causes);
        lastCauses = List.copyOf(lastCauses);
        channels = List.copyOf(channels);
        targets = List.copyOf(targets);
        holders = List.copyOf(holders);
        sample = List.copyOf(sample);
    }

    /** How many letters of the plan have a cause. */
    public record CauseCount(CauseId id, @Nullable String title, long count) {
        private CauseCount withWords(UnaryOperator<String> words) {
            return new CauseCount(id, title == null ? null : words.apply(title), count);
        }
    }

    /** How many letters of the plan are in a channel, and the target that they go to. */
    public record ChannelCount(
            String name, long count, @Nullable String target) {}

    /** How many letters of the plan go to a target. */
    public record TargetCount(String name, long count) {}

    /** How many letters of the plan another replay holds, and its state when the plan was made. */
    public record HolderCount(ReplayId replay, ReplayState state, long count) {}

    /** A letter of the plan as a preview shows it. */
    public record Sample(
            LetterId id,
            String channel,
            LetterStatus status,
            String errorType,
            String errorMessage,
            Instant createdAt) {
        private Sample withWords(UnaryOperator<String> words) {
            return new Sample(id, channel, status, errorType, words.apply(errorMessage), createdAt);
        }
    }

    /** With other words for what errors say. */
    public ReplayPlan withWords(UnaryOperator<String> words) {
        return new ReplayPlan(
                count,
                blocked,
                replayedBefore,
                notFound,
                notAllowed,
                notWhole,
                oldest,
                newest,
                causes.stream().map(cause -> cause.withWords(words)).toList(),
                otherCauses,
                lastCauses.stream().map(cause -> cause.withWords(words)).toList(),
                channels,
                otherChannels,
                withoutTarget,
                targets,
                heldByOthers,
                holders,
                sample.stream().map(letter -> letter.withWords(words)).toList());
    }

    /** As stores keep it and the HTTP API shows it. */
    public Json json() {
        return PlanJson.write(this);
    }

    /** Reads what {@link #json} wrote; what is missing is zero or empty. */
    public static ReplayPlan of(Json json) {
        return new PlanJson(json).plan();
    }
}
