package dev.redrive.server.pages;

import dev.redrive.server.stats.Verdict;
import java.util.List;

/** How the queue is, in the words of the API, and which alerts are firing. */
public record Health(Verdict verdict, List<Alarm> alarms) {
    public Health {
        alarms = List.copyOf(alarms);
    }

    public Verdict.Level level() {
        return verdict.level();
    }

    /** Nothing is wrong that somebody could name. */
    public boolean isQuiet() {
        return verdict.reasons().isEmpty() && alarms.isEmpty();
    }
}
