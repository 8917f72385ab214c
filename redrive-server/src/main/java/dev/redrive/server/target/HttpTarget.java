package dev.redrive.server.target;

import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.json.Json;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.server.config.ChannelSettings;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Posts a letter's payload, byte for byte, to one configured address. Any 2xx means that the work is done. Nothing in a
 * letter has a say in where it goes.
 */
final class HttpTarget implements Target {
    private static final String CONTENT_TYPE = "Content-Type";
    private static final int LONGEST_TYPE = 200;
    private static final int LONGEST_ADDRESS = 2000;

    private final ChannelSettings.HttpTarget settings;
    private final Outbound outbound;
    private final TraceHeaders trace;
    private final InstantSource clock;

    HttpTarget(ChannelSettings.HttpTarget settings, Outbound outbound, TraceHeaders trace, InstantSource clock) {
        this.settings = settings;
        this.outbound = outbound;
        this.trace = trace;
        this.clock = clock;
        refuseUnusableHeaders();
    }

    private void refuseUnusableHeaders() {
        try {
            configured(HttpRequest.newBuilder(settings.url()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the target " + where() + " cannot be used as configured: " + e.getMessage(), e);
        }
    }

    @Override
    public Delivery send(DeadLetter letter) throws IOException, InterruptedException {
        Outbound.Answer answer = outbound.send(request(letter), settings.timeout(), where());
        if (answer.isSuccess()) return new Delivery.Done();
        throw rejection(answer);
    }

    // Request

    private HttpRequest.Builder request(DeadLetter letter) {
        Headers headers = letter.message().headers();
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.url())
                .POST(HttpRequest.BodyPublishers.ofByteArray(letter.payload().bytes()));
        for (Header header : ForwardedHeaders.of(headers))
            request.header(header.name(), header.value().text());
        if (letter.payload().isAbsent()) request.setHeader("Redrive-Payload", "absent");
        else request.setHeader(CONTENT_TYPE, contentType(headers, letter.payload()));
        configured(request);
        trace.of(letter).forEach(request::setHeader);
        return request.setHeader("Idempotency-Key", letter.idempotencyKey())
                .setHeader("redrive-idempotency-key", letter.idempotencyKey())
                .setHeader("redrive-id", letter.id().toString())
                .setHeader("redrive-attempt", Integer.toString(letter.retryCount()));
    }

    private HttpRequest.Builder configured(HttpRequest.Builder request) {
        settings.headers().forEach(request::setHeader);
        return request;
    }

    static String contentType(Headers headers, Payload payload) {
        return ForwardedHeaders.last(headers, CONTENT_TYPE)
                .filter(type -> !type.isBlank() && type.length() <= LONGEST_TYPE && ForwardedHeaders.isValidValue(type))
                .orElseGet(() -> guessedType(payload));
    }

    /** An object or an array is known by its ends: to read all of it for each letter would cost as much as sending it. */
    private static String guessedType(Payload payload) {
        if (!payload.isText()) return "application/octet-stream";
        String text = payload.text().strip();
        boolean isJson = (text.startsWith("{") && text.endsWith("}"))
                || (text.startsWith("[") && text.endsWith("]"))
                || Json.ifValid(text).isPresent();
        return isJson ? "application/json" : "text/plain; charset=utf-8";
    }

    // Answer

    private RejectedByTarget rejection(Outbound.Answer answer) {
        if (answer.isRedirect()) return redirected(answer);
        return new RejectedByTarget(
                answer.status(), retryAfter(answer), where() + " answered " + answer.status(), answer.text());
    }

    private RejectedByTarget redirected(Outbound.Answer answer) {
        String to = answer.headers().firstValue("location").map(this::resolved).orElse("nowhere");
        return new PermanentException(
                answer.status(),
                where() + " answered " + answer.status() + " and points to " + to
                        + "; redirects are not followed, set the url of the target to where letters should go");
    }

    /** Not cut: half of a value that must not be shown would not be recognised. */
    private String resolved(String location) {
        if (location.length() > LONGEST_ADDRESS) return "a very long address";
        try {
            return Outbound.shown(settings.url().resolve(new URI(location)));
        } catch (URISyntaxException e) {
            return "an address that is none";
        }
    }

    private @Nullable Duration retryAfter(Outbound.Answer answer) {
        return answer.headers()
                .firstValue("retry-after")
                .flatMap(value -> RetryAfter.in(value, clock.instant()))
                .orElse(null);
    }

    private String where() {
        return Outbound.shown(settings.url());
    }
}
