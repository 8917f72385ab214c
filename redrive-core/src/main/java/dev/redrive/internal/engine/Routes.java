package dev.redrive.internal.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The targets of this process, in the order in which they were set: the first that serves a channel gets its letters. */
final class Routes {
    private final List<Route> routes = new CopyOnWriteArrayList<>();
    private final List<Route> aside = new CopyOnWriteArrayList<>();

    synchronized void add(Route route) {
        if (routes.stream().anyMatch(other -> other.name().equals(route.name())))
            throw new IllegalStateException("there is a handler for " + route.name() + " already");
        routes.add(route);
    }

    /** One that serves no channel. */
    synchronized void addAside(Route route) {
        if (named(route.name()).isPresent())
            throw new IllegalStateException("there is a target " + route.name() + " already");
        aside.add(route);
    }

    /** By its name, which for one that serves channels is their pattern. */
    Optional<Route> named(String name) {
        return Stream.concat(aside.stream(), routes.stream())
                .filter(route -> route.name().equals(name))
                .findFirst();
    }

    List<Route> all() {
        return routes;
    }

    Optional<Route> of(String channel) {
        return routes.stream().filter(route -> route.serves(channel)).findFirst();
    }
}
