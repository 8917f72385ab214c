package dev.redrive.server.alerts;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a rule is to be snoozed.
 *
 * @param until empty to end the snooze that there is
 * @param channel null for all of the rule
 */
record SnoozeRequest(
        Optional<Instant> until,
        @Nullable String channel,
        @Nullable String reason) {
    private static final int LIMIT = 64 * 1024;
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final String UNTIL = "until";
    private static final String SPAN = "for";
    private static final String CHANNEL = "channel";
    private static final String REASON = "reason";

    SnoozeRequest {
        if (channel != null && channel.isBlank())
            throw Problem.badField(
                    CHANNEL, "channel must be the name of a channel; leave it out to snooze all of the rule");
        if (reason != null && reason.isBlank()) reason = null;
    }

    static SnoozeRequest of(HttpServletRequest request, Instant now) {
        Body.requireJson(request);
        return JsonStreams.read(Body.whole(request, LIMIT), in -> read(in, now));
    }

    private static SnoozeRequest read(JsonFields in, Instant now) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        boolean hasUntil = false;
        String until = null;
        String span = null;
        String channel = null;
        String reason = null;
        while (in.nextField()) {
            switch (in.name()) {
                case UNTIL -> {
                    hasUntil = true;
                    until = in.text(UNTIL, LetterLimits.NAME);
                }
                case SPAN -> span = in.text(SPAN, LetterLimits.NAME);
                case CHANNEL -> channel = in.cleanText(CHANNEL, LetterLimits.NAME);
                case REASON -> reason = in.cleanText(REASON, LetterLimits.NOTES);
                default -> throw FilterWords.unknown(in.name(), List.of(UNTIL, SPAN, CHANNEL, REASON));
            }
        }
        if (hasUntil == (span != null))
            throw Problem.badField(
                    UNTIL, "say either until, a time, or for, such as 2h; until: null ends the snooze that there is");
        Optional<Instant> end = span != null ? Optional.of(after(span, now)) : Optional.ofNullable(at(until, now));
        return new SnoozeRequest(end, channel, reason);
    }

    private static @Nullable Instant at(@Nullable String time, Instant now) {
        return time == null ? null : checked(UNTIL, TimeParser.instant(UNTIL, time), now);
    }

    /** The end of a snooze of this length that begins now. */
    static Instant after(String span, Instant now) {
        return checked(SPAN, now.plus(TimeParser.duration(SPAN, span)), now);
    }

    private static Instant checked(String field, Instant until, Instant now) {
        if (!until.isAfter(now))
            throw Problem.badField(field, "a snooze must end at a time to come; it is " + now + " now");
        if (until.isAfter(now.plus(LONGEST)))
            throw Problem.badField(field, "a rule can be snoozed for at most " + LONGEST.toDays() + " days");
        return until;
    }
}
