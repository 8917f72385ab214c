package dev.redrive.internal.text;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes named threads that do not keep the process alive. */
public final class DaemonThreads {
    private DaemonThreads() {}

    /** Not started yet. */
    public static Thread of(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** A factory whose threads are all called by this name. */
    public static ThreadFactory named(String name) {
        return work -> of(name, work);
    }

    /** A factory whose threads are called {@code name-1}, {@code name-2}, …. */
    public static ThreadFactory numbered(String name) {
        AtomicInteger count = new AtomicInteger();
        return work -> of(name + "-" + count.incrementAndGet(), work);
    }
}
