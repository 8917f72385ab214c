package dev.redrive.server.target;

import dev.redrive.engine.RejectedByTarget;

/** A target gave an answer that stays the same until somebody changes the configuration, so trying again is of no use. */
final class PermanentException extends RejectedByTarget {
    private static final long serialVersionUID = 1L;

    PermanentException(int status, String message) {
        super(status, null, message);
    }
}
