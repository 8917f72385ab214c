package dev.redrive.server.live;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that happened, ready to be sent. Its text is made when the first watcher gets it and shared by all others. */
final class LiveEvent {
    private final @Nullable String channel;
    private final Supplier<String> make;
    private @Nullable String text;

    LiveEvent(@Nullable String channel, Supplier<String> make) {
        this.channel = channel;
        this.make = make;
    }

    /** The channel it is about, or null when only those who may see all channels may know of it. */
    @Nullable
    String channel() {
        return channel;
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
