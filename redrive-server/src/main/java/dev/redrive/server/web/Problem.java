package dev.redrive.server.web;

import dev.redrive.json.InvalidJson;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that cannot be answered as asked, with what the caller can do about it. Becomes {@code application/problem+json}. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final transient Map<String, Object> extras = new LinkedHashMap<>();

    private Problem(HttpStatus status, String detail) {
        this(status, detail, null);
    }

    private Problem(HttpStatus status, String detail, @Nullable Throwable cause) {
        super(detail, cause, false, false);
        this.status = status;
    }

    /** For a connection that broke; it is never sent. */
    static Problem brokenOff(String detail, IOException why) {
        return new Problem(HttpStatus.BAD_REQUEST, detail, why);
    }

    public static Problem of(HttpStatus status, String detail) {
        return new Problem(status, detail);
    }

    /** 400 or 413, naming the field if one is to blame. */
    public static Problem of(InvalidJson invalid) {
        String field = invalid.field();
        Problem problem = invalid.isTooLarge() ? tooLarge(invalid.getMessage()) : badRequest(invalid.getMessage());
        return field == null ? problem : problem.with("field", field);
    }

    /** 400, naming the field. */
    public static Problem badField(String field, String detail) {
        return new Problem(HttpStatus.BAD_REQUEST, detail).with("field", field);
    }

    public static Problem badRequest(String detail) {
        return new Problem(HttpStatus.BAD_REQUEST, detail);
    }

    public static Problem notFound(String detail) {
        return new Problem(HttpStatus.NOT_FOUND, detail);
    }

    public static Problem conflict(String detail) {
        return new Problem(HttpStatus.CONFLICT, detail);
    }

    public static Problem forbidden(String detail) {
        return new Problem(HttpStatus.FORBIDDEN, detail);
    }

    public static Problem tooLarge(String detail) {
        return new Problem(HttpStatus.CONTENT_TOO_LARGE, detail);
    }

    /** Adds a member that a program can read, such as {@code index} or {@code status}. */
    public Problem with(String name, Object value) {
        extras.put(name, value);
        return this;
    }

    /** The same problem as that of one line of a stream, with how much of the stream is stored. */
    public Problem atLine(long line, long stored, String whatIsStored) {
        Problem located = new Problem(status, "line " + line + ": " + getMessage() + "; " + whatIsStored, getCause());
        located.extras.putAll(extras);
        return located.with("line", line).with("stored", stored);
    }

    /** The same problem with words before its own. */
    public Problem after(String words) {
        Problem longer = new Problem(status, words + getMessage(), getCause());
        longer.extras.putAll(extras);
        return longer;
    }

    public HttpStatus status() {
        return status;
    }

    public Map<String, Object> extras() {
        return extras;
    }
}
