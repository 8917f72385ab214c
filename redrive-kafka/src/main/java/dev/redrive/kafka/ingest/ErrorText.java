package dev.redrive.kafka.ingest;

import org.apache.kafka.common.errors.SslAuthenticationException;

/** What went wrong, in words for a person. */
final class ErrorText {
    private ErrorText() {}

    /** That a handshake failed helps nobody; its cause says whether a certificate is not trusted or has another name. */
    static String text(Throwable thrown) {
        Throwable cause = thrown.getCause();
        if (!(thrown instanceof SslAuthenticationException) || cause == null) return said(thrown);
        return said(thrown) + ": " + said(cause);
    }

    private static String said(Throwable thrown) {
        String message = thrown.getMessage();
        String name = thrown.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : name + ": " + message;
    }
}
