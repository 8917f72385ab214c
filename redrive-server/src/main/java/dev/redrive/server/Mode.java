package dev.redrive.server;

/** What the server is started for. */
enum Mode {
    SERVE,
    /** With a small failing shop around it. */
    DEMO
}
