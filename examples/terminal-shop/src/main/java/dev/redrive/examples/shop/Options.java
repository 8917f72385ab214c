package dev.redrive.examples.shop;

import java.time.Duration;
import java.util.Optional;

/** What was asked for on the command line. */
record Options(Optional<Duration> until, boolean quiet) {
    static final String USAGE = "redrive demo [--seconds N] [--quiet]";

    static Options parse(String... args) {
        Optional<Duration> until = Optional.empty();
        boolean quiet = false;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--quiet" -> quiet = true;
                case "--seconds" -> until = Optional.of(seconds(i + 1 < args.length ? args[++i] : ""));
                default -> throw new IllegalArgumentException("unknown option " + args[i]);
            }
        }
        return new Options(until, quiet);
    }

    private static Duration seconds(String text) {
        if (!text.matches("[1-9][0-9]{0,5}"))
            throw new IllegalArgumentException("--seconds needs a whole number of at least 1, was \"" + text + "\"");
        return Duration.ofSeconds(Long.parseLong(text));
    }
}
