package dev.redrive.benchmarks.sample;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** One failed message as an application would hand it over: about 3.75 KB, of which 2 KB are the stack trace. */
public record Sample(
        UUID id, String eventId, String errorMessage, int priority, Instant createdAt, Body body, Trace trace) {
    /** What many samples share. The event lacks its opening, which holds the event's id. */
    public record Body(String channel, String pattern, String subscriber, String eventRest, String errorContext) {}

    /** Where something failed: the frames without the message, which differs from letter to letter. */
    public record Trace(String errorType, String errorCode, String messageStart, String frames, String framesAsJson) {}

    public String channel() {
        return body.channel();
    }

    public String pattern() {
        return body.pattern();
    }

    public String subscriber() {
        return body.subscriber();
    }

    public String event() {
        return "{\"eventId\":\"" + eventId + body.eventRest();
    }

    public String errorType() {
        return trace.errorType();
    }

    public String errorCode() {
        return trace.errorCode();
    }

    public String errorContext() {
        return body.errorContext();
    }

    /** The first line names the type and the message, as Java prints it. */
    public String stackTrace() {
        return trace.errorType() + ": " + errorMessage + "\n" + trace.frames();
    }

    /** The whole sample as one document, for libraries that know a single payload only. */
    public String json() {
        return "{\"eventId\":\"" + eventId + "\",\"subscriberId\":\"" + subscriber() + "\",\"originalEvent\":" + event()
                + ",\"error\":{\"type\":\"" + errorType() + "\",\"code\":\"" + errorCode() + "\",\"message\":\""
                + errorMessage + "\",\"context\":" + errorContext() + ",\"stackTrace\":\"" + errorType() + ": "
                + errorMessage + "\\n" + trace.framesAsJson() + "\"}}";
    }

    /** The body of a request to capture it. The letter becomes the same as one captured without a server. */
    public String letterJson() {
        return "{\"channel\":\"" + channel() + "\",\"originalEvent\":{\"eventId\":\"" + eventId + "\",\"pattern\":\""
                + pattern() + "\",\"payload\":" + event() + "},\"subscriberId\":\"" + subscriber()
                + "\",\"priority\":\"" + (priority > 0 ? "HIGH" : "NORMAL") + "\",\"error\":{\"type\":\"" + errorType()
                + "\",\"code\":\"" + errorCode() + "\",\"message\":\"" + errorMessage + "\",\"stackTrace\":\""
                + errorType() + ": " + errorMessage + "\\n" + trace.framesAsJson() + "\",\"context\":"
                + errorContext() + "}}";
    }

    public byte[] jsonBytes() {
        return json().getBytes(StandardCharsets.UTF_8);
    }

    /** Characters of all the texts, which are bytes as well: everything is ASCII. */
    public int size() {
        return eventId.length()
                + subscriber().length()
                + event().length()
                + errorMessage.length()
                + errorType().length()
                + errorCode().length()
                + errorContext().length()
                + stackTrace().length();
    }
}
