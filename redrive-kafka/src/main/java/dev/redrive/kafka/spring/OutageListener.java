package dev.redrive.kafka.spring;

import java.time.Duration;

/** A listener of outages, called on the thread that notices them; it must be quick and hand longer work to another thread. */
public interface OutageListener {
    /** The listener's container is paused from now on. */
    void began(String listener, String errorType);

    /** A record was tried and failed; the container stays paused. */
    void probed(String listener, Duration untilNext);

    /** A probe succeeded and the container goes on, or it was stopped. */
    void ended(String listener, Duration lasted);
}
