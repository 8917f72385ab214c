package dev.redrive.server.stats;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares one answer among equal concurrent requests. One answer is computed at a time, for all requests that arrived before it
 * began: no answer is older than its request, and many clients cost as much as one that asks repeatedly.
 */
final class SharedAnswer<K, V> {
    private final Map<K, Line<V>> lines = new HashMap<>();

    /** The callers that wait for the same answer. */
    private static final class Line<V> {
        private final ReentrantLock making = new ReentrantLock();
        private final AtomicLong asked = new AtomicLong();
        private int present;
        private long answered;
        private @Nullable V answer;
        private @Nullable RuntimeException failure;

        V get(long ticket, Supplier<V> make) {
            making.lock();
            try {
                if (answered < ticket) make(make);
                if (failure != null) throw failure;
                return Objects.requireNonNull(answer);
            } finally {
                making.unlock();
            }
        }

        private void make(Supplier<V> make) {
            answered = asked.get();
            answer = null;
            failure = null;
            try {
                answer = make.get();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
    }

    V get(K question, Supplier<V> make) {
        Line<V> line = enter(question);
        try {
            return line.get(line.asked.incrementAndGet(), make);
        } finally {
            leave(question, line);
        }
    }

    private Line<V> enter(K question) {
        synchronized (lines) {
            Line<V> line = lines.computeIfAbsent(question, ignored -> new Line<>());
            line.present++;
            return line;
        }
    }

    private void leave(K question, Line<V> line) {
        synchronized (lines) {
            if (--line.present == 0) lines.remove(question);
        }
    }
}
