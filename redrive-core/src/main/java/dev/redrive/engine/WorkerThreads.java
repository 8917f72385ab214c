package dev.redrive.engine;

import dev.redrive.text.DaemonThreads;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** The threads that work on letters: virtual ones where the platform has them. */
final class WorkerThreads {
    private WorkerThreads() {}

    static ExecutorService start(int concurrency) {
        return Executors.newFixedThreadPool(concurrency, factory());
    }

    private static ThreadFactory factory() {
        try {
            Method ofVirtual = Thread.class.getMethod("ofVirtual");
            Object builder = ofVirtual.invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, "redrive-worker-", 0L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException | UnsupportedOperationException noVirtualThreads) {
            return DaemonThreads.numbered("redrive-worker");
        }
    }
}
