package dev.redrive.server.alerts;

/** A notification channel for alerts: e-mail, Slack or a webhook. */
interface Notifier {
    /** Its name in the history and in the metrics, such as {@code email}. */
    String name();

    /** Returns when the other side has taken the message; takes no longer than its timeouts. */
    void send(Alert alert) throws Exception;
}
