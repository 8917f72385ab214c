package dev.redrive.server.live;

import dev.redrive.server.caller.Scope;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that happened, ready to be sent. Its text is made when the first watcher gets it and shared by all others. */
final class LiveEvent {
    private final Predicate<Scope> audience;
    private final Supplier<String> make;
    private @Nullable String text;

    LiveEvent(Predicate<Scope> audience, Supplier<String> make) {
        this.audience = audience;
        this.make = make;
    }

    /** True when a caller of these channels may see it. */
    boolean isFor(Scope scope) {
        return audience.test(scope);
    }

    /** For watchers with this channel; without one, only for watchers with all channels. */
    static Predicate<Scope> about(@Nullable String channel) {
        return scope -> scope.isAll() || (channel != null && scope.includes(channel));
    }

    synchronized String text() {
        if (text == null) text = make.get();
        return text;
    }

    /** As the stream wants it; the data is one line, as JSON without line breaks is. */
    static String text(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }
}
