package dev.redrive.server.pages;

import dev.redrive.server.caller.Caller;

/** Counts what is open for the navigation of a page. */
@FunctionalInterface
public interface RailNumbers {
    RailCounts of(Caller caller);
}
