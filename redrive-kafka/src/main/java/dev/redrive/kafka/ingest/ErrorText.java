package dev.redrive.kafka.ingest;

import org.apache.kafka.common.errors.SslAuthenticationException;

/** Error messages for logs and status pages. */
final class ErrorText {
    private ErrorText() {}

    /** With the cause of a failed TLS handshake, which says whether a certificate is not trusted or has another name. */
    static String text(Throwable thrown) {
        Throwable cause = thrown.getCause();
        if (!(thrown instanceof SslAuthenticationException) || cause == null) return nameAndMessage(thrown);
        return nameAndMessage(thrown) + ": " + nameAndMessage(cause);
    }

    private static String nameAndMessage(Throwable thrown) {
        String message = thrown.getMessage();
        String name = thrown.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : name + ": " + message;
    }
}
