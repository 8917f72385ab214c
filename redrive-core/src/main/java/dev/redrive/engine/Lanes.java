package dev.redrive.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The targets of this process, in the order in which they were set: the first that serves a channel gets its letters. */
final class Lanes {
    private final List<Lane> lanes = new CopyOnWriteArrayList<>();
    private final List<Lane> aside = new CopyOnWriteArrayList<>();

    synchronized void add(Lane lane) {
        if (lanes.stream().anyMatch(other -> other.name().equals(lane.name())))
            throw new IllegalStateException("there is a handler for " + lane.name() + " already");
        lanes.add(lane);
    }

    /** One that serves no channel. */
    synchronized void addAside(Lane lane) {
        if (named(lane.name()).isPresent())
            throw new IllegalStateException("there is a target " + lane.name() + " already");
        aside.add(lane);
    }

    /** By its name, which for one that serves channels is their pattern. */
    Optional<Lane> named(String name) {
        return Stream.concat(aside.stream(), lanes.stream())
                .filter(lane -> lane.name().equals(name))
                .findFirst();
    }

    List<Lane> all() {
        return lanes;
    }

    Optional<Lane> of(String channel) {
        return lanes.stream().filter(lane -> lane.serves(channel)).findFirst();
    }
}
