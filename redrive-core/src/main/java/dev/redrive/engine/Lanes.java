package dev.redrive.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The targets of this process, in the order in which they were set: the first that serves a channel gets its letters. */
final class Lanes {
    private final List<Lane> lanes = new CopyOnWriteArrayList<>();

    synchronized void add(Lane lane) {
        if (lanes.stream().anyMatch(other -> other.name().equals(lane.name())))
            throw new IllegalStateException("there is a handler for " + lane.name() + " already");
        lanes.add(lane);
    }

    List<Lane> all() {
        return lanes;
    }

    Optional<Lane> of(String channel) {
        return lanes.stream().filter(lane -> lane.serves(channel)).findFirst();
    }
}
