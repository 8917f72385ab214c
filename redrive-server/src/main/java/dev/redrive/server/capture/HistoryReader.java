package dev.redrive.server.capture;

import dev.redrive.capture.FailedMessage.ReportedError;
import dev.redrive.capture.FailedMessage.Try;
import dev.redrive.internal.capture.MemberNames;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import dev.redrive.letter.StackTrace;
import dev.redrive.server.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what a sender tried before it gave up. */
final class HistoryReader {
    static final int TRIES = 1000;

    private HistoryReader() {}

    static List<Try> read(JsonFields in, String path, UnknownMembers extras) {
        if (!in.enterArray(path)) return List.of();
        List<Try> tries = new ArrayList<>();
        while (in.nextElement()) {
            if (tries.size() == TRIES)
                throw Problem.badField(path, path + " has more than " + TRIES + " tries; send the newest");
            tries.add(one(in, path + "[" + tries.size() + "]", extras));
        }
        return tries;
    }

    private static Try one(JsonFields in, String path, UnknownMembers extras) {
        if (!in.isObject()) throw in.wrong(path, "an object");
        Instant time = null;
        long millis = 0;
        String worker = null;
        String strategy = null;
        Attempt.Result result = Attempt.Result.FAILED;
        ReportedError error = null;
        Set<String> given = new HashSet<>();
        while (in.nextField()) {
            String at = path + "." + in.name();
            String own = MemberNames.camelCase(in.name());
            onlyOnce(given, own, in, at);
            switch (own) {
                case "timestamp" -> time = in.time(at);
                case "processingDuration" ->
                    millis = Math.round(Objects.requireNonNullElse(in.decimal(at, 0, Integer.MAX_VALUE), 0.0));
                case "workerId" -> worker = in.word(at);
                case "strategy" -> strategy = in.word(at);
                case "result" -> result = result(in, path, extras);
                case "error" -> error = error(in, at, extras);
                // Its number and place: they follow from the order.
                case "attempt" -> in.skip();
                default -> extras.keep(path, in);
            }
        }
        if (time == null) throw Problem.badField(path + ".timestamp", path + ".timestamp is missing");
        return new Try(
                Instant.ofEpochMilli(time.toEpochMilli()),
                Duration.ofMillis(millis),
                Objects.requireNonNullElse(worker, ""),
                Objects.requireNonNullElse(strategy, ""),
                result,
                error);
    }

    private static void onlyOnce(Set<String> given, String own, JsonFields in, String path) {
        if (!in.isNull() && !given.add(own)) throw Problem.badField(path, path + " is given twice in the same object");
    }

    /** A word that is none of ours is kept beside: it was a try, and it did not help. */
    private static Attempt.Result result(JsonFields in, String path, UnknownMembers extras) {
        String word = in.word(path + ".result");
        if (word == null) return Attempt.Result.FAILED;
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "failed", "failure", "error" -> Attempt.Result.FAILED;
            case "succeeded", "success", "resolved" -> Attempt.Result.SUCCEEDED;
            case "sent", "replayed" -> Attempt.Result.SENT;
            case "lease_lost" -> Attempt.Result.LEASE_LOST;
            case "came_back" -> Attempt.Result.CAME_BACK;
            default -> {
                extras.keep(path, "result", Json.of(Json.quote(word)));
                yield Attempt.Result.FAILED;
            }
        };
    }

    /** An object, or only a message. */
    private static @Nullable ReportedError error(JsonFields in, String path, UnknownMembers extras) {
        if (in.isText()) return reportedError(null, null, in.text(path), null, Json.EMPTY_OBJECT);
        if (!in.enter(path)) return null;
        String type = null;
        String code = null;
        String message = null;
        String trace = null;
        Json context = Json.EMPTY_OBJECT;
        Set<String> given = new HashSet<>();
        while (in.nextField()) {
            String at = path + "." + in.name();
            String own = MemberNames.camelCase(in.name());
            onlyOnce(given, own, in, at);
            switch (own) {
                case "message" -> message = in.text(at);
                case "type" -> type = in.text(at);
                case "code" -> code = in.word(at);
                case "stackTrace" -> trace = in.text(at);
                case "context" -> context = in.object(at);
                default -> extras.keep(path, in);
            }
        }
        return reportedError(type, code, message, trace, context);
    }

    private static ReportedError reportedError(
            @Nullable String type,
            @Nullable String code,
            @Nullable String message,
            @Nullable String trace,
            Json context) {
        return new ReportedError(
                type == null || type.isBlank() ? Failure.UNKNOWN_TYPE : type,
                code,
                Objects.requireNonNullElse(message, ""),
                trace == null ? StackTrace.none() : StackTrace.ofText(trace),
                context);
    }
}
