package dev.redrive.server.audit;

import dev.redrive.server.caller.Caller;

/** Keeps a line for every change by a caller. */
public interface Audit {
    /**
     * Records a change that was made.
     *
     * @param action the verb, such as {@code retry}, {@code bulk archive} or {@code cause ignore}
     * @param subject what it was done to: an id, a filter, a cause
     * @param count how many letters it changed
     */
    void record(Caller caller, String action, String subject, long count);
}
