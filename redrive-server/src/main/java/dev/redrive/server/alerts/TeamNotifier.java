package dev.redrive.server.alerts;

/** A notifier of one team, named after both, such as {@code payments:slack}. */
record TeamNotifier(String team, Notifier behind) implements Notifier {
    @Override
    public String name() {
        return team + ":" + behind.name();
    }

    @Override
    public void send(Alert alert) throws Exception {
        behind.send(alert);
    }
}
