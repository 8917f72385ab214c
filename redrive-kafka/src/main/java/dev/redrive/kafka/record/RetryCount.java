package dev.redrive.kafka.record;

import org.apache.kafka.common.header.Headers;

/** How often a record was sent back, as its headers say: by a retry service, or by a Redrive server. */
public final class RetryCount {
    private RetryCount() {}

    public static int of(Headers headers) {
        return Math.max(number(headers, DlqHeaders.RETRY_COUNT), number(headers, DlqHeaders.ATTEMPT));
    }

    /** 0 when there is none, or nothing that is one. */
    private static int number(Headers headers, String name) {
        String text = HeaderText.last(headers, name);
        if (text == null) return 0;
        try {
            return Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
