package dev.redrive.server.target;

import dev.redrive.engine.RejectedByTarget;

/** A target gave an answer that stays the same until the configuration changes, so a retry is useless. */
final class PermanentException extends RejectedByTarget {
    private static final long serialVersionUID = 1L;

    PermanentException(int status, String message) {
        super(status, null, message);
    }
}
