package dev.redrive.server.live;

import dev.redrive.server.caller.Scope;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A watching client and the events that wait to be sent to it. What does not fit is counted and sent as {@code missed}. */
final class Watcher {
    static final int QUEUE = 256;

    /** The connection to one watcher. */
    interface Outlet {
        void write(String text) throws IOException;

        void close();
    }

    private final Scope scope;
    private final Outlet outlet;
    private final String heartbeat;
    private final Deque<LiveEvent> queue = new ArrayDeque<>();
    private long missed;
    private boolean sending;

    Watcher(Scope scope, Outlet outlet, String heartbeat) {
        this.scope = scope;
        this.outlet = outlet;
        this.heartbeat = heartbeat;
    }

    Scope scope() {
        return scope;
    }

    boolean maySee(LiveEvent event) {
        return event.isFor(scope);
    }

    /** True when the caller has to see to it that {@link #send} is called. */
    synchronized boolean offer(LiveEvent event) {
        if (queue.size() < QUEUE) queue.add(event);
        else missed++;
        return wantsToSend();
    }

    /** True for one caller at a time, until it has sent. */
    synchronized boolean wantsToSend() {
        if (sending) return false;
        sending = true;
        return true;
    }

    /** Sends all that waits in one go, or a sign of life. True when more came in the meantime. */
    boolean send() throws IOException {
        outlet.write(take().text(heartbeat));
        return done();
    }

    /** What is sent in one go. Its text is made outside of the lock, for which publishers would wait. */
    private record Batch(List<LiveEvent> events, long missed) {
        String text(String heartbeat) {
            if (events.isEmpty() && missed == 0) return heartbeat;
            StringBuilder text = new StringBuilder();
            events.forEach(event -> text.append(event.text()));
            if (missed > 0) text.append(LiveEvent.text("missed", "{\"count\":" + missed + "}"));
            return text.toString();
        }
    }

    private synchronized Batch take() {
        Batch batch = new Batch(List.copyOf(queue), missed);
        queue.clear();
        missed = 0;
        return batch;
    }

    private synchronized boolean done() {
        sending = !queue.isEmpty() || missed > 0;
        return sending;
    }

    void close() {
        outlet.close();
    }
}
