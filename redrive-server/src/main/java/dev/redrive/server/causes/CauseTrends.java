package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.letter.CauseId;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.stats.RecentAnswers;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts a cause's captured letters of the last 24 hours, hour by hour. Hours in which it was not seen cost nothing, and
 * hours that are over are remembered.
 */
public final class CauseTrends {
    private static final int HOURS = 24;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration PAST_FRESH = Duration.ofMinutes(10);
    private static final Duration NOW_FRESH = Duration.ofSeconds(10);
    private static final int REMEMBERED = 5000;

    /**
     * How many letters were captured in the hour that begins at this time.
     *
     * @param isLowerBound true when there are more than were counted
     */
    public record Hour(Instant at, long captured, boolean isLowerBound) {}

    private record Question(CauseId cause, Scope scope, Instant hour) {}

    private final Letters letters;
    private final InstantSource clock;
    private final RecentAnswers<Question, Total> past;
    private final RecentAnswers<Question, Total> present;

    public CauseTrends(Letters letters, InstantSource clock) {
        this.letters = letters;
        this.clock = clock;
        this.past = new RecentAnswers<>(clock, PAST_FRESH, REMEMBERED);
        this.present = new RecentAnswers<>(clock, NOW_FRESH, REMEMBERED);
    }

    public List<Hour> of(Cause cause, Scope scope) {
        Instant thisHour = clock.instant().truncatedTo(ChronoUnit.HOURS);
        return IntStream.range(0, HOURS)
                .mapToObj(i -> thisHour.minus(HOUR.multipliedBy(HOURS - 1L - i)))
                .map(hour -> {
                    Total captured = captured(cause, scope, hour, hour.equals(thisHour));
                    return new Hour(hour, captured.count(), captured.isLowerBound());
                })
                .toList();
    }

    private Total captured(Cause cause, Scope scope, Instant hour, boolean runs) {
        boolean unseen = cause.lastSeen().isBefore(hour) || !cause.firstSeen().isBefore(hour.plus(HOUR));
        if (unseen) return Total.exactly(0);
        Question question = new Question(cause.id(), scope, hour);
        return (runs ? present : past).get(question, () -> count(question));
    }

    private Total count(Question question) {
        Filter filter = question.scope()
                .limit(Filter.builder()
                        .cause(question.cause())
                        .from(question.hour())
                        .to(question.hour().plus(HOUR)))
                .build();
        return letters.count(filter);
    }
}
