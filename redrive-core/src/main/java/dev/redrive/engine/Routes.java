package dev.redrive.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The targets of this process, in the order in which they were set: the first that serves a channel gets its letters. */
final class Routes {
    private final List<Route> lanes = new CopyOnWriteArrayList<>();
    private final List<Route> aside = new CopyOnWriteArrayList<>();

    synchronized void add(Route lane) {
        if (lanes.stream().anyMatch(other -> other.name().equals(lane.name())))
            throw new IllegalStateException("there is a handler for " + lane.name() + " already");
        lanes.add(lane);
    }

    /** One that serves no channel. */
    synchronized void addAside(Route lane) {
        if (named(lane.name()).isPresent())
            throw new IllegalStateException("there is a target " + lane.name() + " already");
        aside.add(lane);
    }

    /** By its name, which for one that serves channels is their pattern. */
    Optional<Route> named(String name) {
        return Stream.concat(aside.stream(), lanes.stream())
                .filter(lane -> lane.name().equals(name))
                .findFirst();
    }

    List<Route> all() {
        return lanes;
    }

    Optional<Route> of(String channel) {
        return lanes.stream().filter(lane -> lane.serves(channel)).findFirst();
    }
}
