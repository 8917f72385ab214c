package dev.redrive.endtoend.cli;

import java.time.Instant;
import java.util.UUID;

/** A letter that was captured and settled long ago, as the line of an export, so that no test has to wait for it to get old. */
record OldLetter(UUID id, String channel, String errorType, String status, String payload) {
    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000000000000000L;

    /** @param number tells letters of the same time apart */
    static OldLetter of(String time, int number) {
        long millis = Instant.parse(time).toEpochMilli();
        UUID id = new UUID(millis << 16 | VERSION, VARIANT | number);
        return new OldLetter(id, "orders", "shop.TimeoutException", "RESOLVED", "{\"n\":1.10}");
    }

    OldLetter in(String other) {
        return new OldLetter(id, other, errorType, status, payload);
    }

    OldLetter failedWith(String type) {
        return new OldLetter(id, channel, type, status, payload);
    }

    OldLetter like(String word) {
        return new OldLetter(id, channel, errorType, word, payload);
    }

    OldLetter holding(String json) {
        return new OldLetter(id, channel, errorType, status, json);
    }

    String line() {
        String time = Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16).toString();
        return "{\"id\":\"" + id + "\",\"channel\":\"" + channel + "\",\"status\":\"" + status + "\",\"updatedAt\":\""
                + time + "\",\"originalEvent\":{\"payload\":" + payload + "},\"error\":{\"type\":\"" + errorType
                + "\",\"message\":\"it took too long\"},\"retryHistory\":[{\"timestamp\":\"" + time
                + "\",\"processingDuration\":5,\"result\":\"FAILED\"}],\"retryCount\":1}";
    }
}
