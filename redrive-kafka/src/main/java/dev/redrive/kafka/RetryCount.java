package dev.redrive.kafka;

import org.apache.kafka.common.header.Headers;

/** The header {@code x-retry-count}: a decimal number. */
final class RetryCount {
    private RetryCount() {}

    /** 0 when there is none, or nothing that is one. */
    static int of(Headers headers) {
        String text = HeaderText.last(headers, DlqHeaders.RETRY_COUNT);
        if (text == null) return 0;
        try {
            return Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
