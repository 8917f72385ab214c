package dev.redrive.server.alerts;

/** A way to people. */
interface Notifier {
    /** The name by which the history and the metrics know it, such as {@code email}. */
    String way();

    /** Returns when the other side has taken the message; takes no longer than its timeouts. */
    void send(Alert alert) throws Exception;
}
