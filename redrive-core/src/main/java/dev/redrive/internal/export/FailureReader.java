package dev.redrive.internal.export;

import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.text.CleanText;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StackTrace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads why a letter failed: the failure that made it, and those of its attempts. */
final class FailureReader {
    private static final int BEFORE_CAPTURE = -LetterLimits.ATTEMPTS - 1;

    private FailureReader() {}

    /** Null when the value is null, as after an attempt that went well. */
    static @Nullable Failure read(JsonFields in, String path) {
        if (!in.enter(path)) return null;
        String message = null;
        String type = null;
        String code = null;
        String trace = null;
        Json context = Json.EMPTY_OBJECT;
        Category category = null;
        Retryability retryability = null;
        while (in.nextField()) {
            String at = path + "." + in.name();
            switch (in.name()) {
                case "message" -> message = in.cleanText(at, Diagnostics.MESSAGE_LIMIT);
                case "type" -> type = in.cleanText(at, LetterLimits.NAME);
                case "code" -> code = in.text(at);
                case "stackTrace" -> trace = in.text(at);
                case "context" -> context = in.object(at);
                case "category" -> category = ExportedLetterReader.oneOf(in, at, Category::valueOf, Category.values());
                case "retryability" ->
                    retryability = ExportedLetterReader.oneOf(in, at, Retryability::valueOf, Retryability.values());
                default -> in.skip();
            }
        }
        if (message == null) throw InvalidJson.field(path + ".message", path + ".message is missing");
        Category kind = Objects.requireNonNullElse(category, Category.UNKNOWN);
        return new Failure(
                Objects.requireNonNullElse(type, Failure.UNKNOWN_TYPE),
                CleanText.textOrNull(code),
                message,
                trace == null ? StackTrace.none() : StackTrace.ofText(trace).cut(),
                context,
                kind,
                retryability == null ? kind.retryability() : retryability);
    }

    static List<Attempt> attempts(JsonFields in, String path) {
        List<Attempt> attempts = new ArrayList<>();
        if (!in.enterArray(path)) return attempts;
        while (in.nextElement()) {
            if (attempts.size() == LetterLimits.ATTEMPTS)
                throw InvalidJson.field(path, path + " has more than " + LetterLimits.ATTEMPTS + " attempts");
            String at = path + "[" + attempts.size() + "]";
            Attempt attempt = attempt(in, at, attempts.size() + 1);
            checkNumber(at + ".attempt", attempt, attempts);
            attempts.add(attempt);
        }
        return numbered(attempts);
    }

    /** Those without a number were made before the capture; they are numbered up to 0. */
    private static List<Attempt> numbered(List<Attempt> attempts) {
        int before = (int) attempts.stream().filter(Attempt::wasBeforeCapture).count();
        List<Attempt> numbered = new ArrayList<>(attempts.size());
        for (Attempt attempt : attempts) {
            int place = numbered.size() + 1 - before;
            numbered.add(attempt.wasBeforeCapture() ? attempt.numbered(place) : attempt);
        }
        return numbered;
    }

    private static void checkNumber(String path, Attempt attempt, List<Attempt> before) {
        int last = before.isEmpty()
                ? Integer.MIN_VALUE
                : before.get(before.size() - 1).token();
        if (attempt.token() <= last)
            throw InvalidJson.field(
                    path,
                    path + " is " + attempt.token() + " after " + last + "; attempts have growing numbers from 1 on");
    }

    private static int number(JsonFields in, String path) {
        return Math.toIntExact(Objects.requireNonNull(in.number(path, 1, Integer.MAX_VALUE)));
    }

    private static Attempt attempt(JsonFields in, String path, int place) {
        if (!in.isObject()) throw in.wrong(path, "an object");
        int token = place;
        Instant time = null;
        Failure failure = null;
        long millis = 0;
        String worker = null;
        String strategy = null;
        Attempt.Result result = null;
        while (in.nextField()) {
            String at = path + "." + in.name();
            switch (in.name()) {
                case "attempt" -> token = in.isNull() ? BEFORE_CAPTURE + place : number(in, at);
                case "timestamp" -> time = ExportedLetterReader.time(in, at);
                case "error" -> failure = read(in, at);
                case "processingDuration" ->
                    millis = Objects.requireNonNullElse(in.number(at, 0, Integer.MAX_VALUE), 0L);
                case "workerId" -> worker = in.cleanText(at, LetterLimits.NAME);
                case "strategy" -> strategy = in.cleanText(at, LetterLimits.NAME);
                case "result" ->
                    result = ExportedLetterReader.oneOf(in, at, Attempt.Result::valueOf, Attempt.Result.values());
                default -> in.skip();
            }
        }
        if (time == null) throw InvalidJson.field(path + ".timestamp", path + ".timestamp is missing");
        if (result == null) throw InvalidJson.field(path + ".result", path + ".result is missing");
        return new Attempt(
                token,
                time,
                Duration.ofMillis(millis),
                Objects.requireNonNullElse(worker, ""),
                Objects.requireNonNullElse(strategy, ""),
                result,
                isShownOnly(result, failure) ? null : failure);
    }

    /** The error of a lost lease is added when an attempt is shown; it is not a failure of the letter. */
    private static boolean isShownOnly(Attempt.Result result, @Nullable Failure failure) {
        return result == Attempt.Result.LEASE_LOST
                && failure != null
                && failure.type().equals(Attempt.LEASE_LOST.type());
    }
}
