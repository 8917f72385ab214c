package dev.redrive.internal.engine;

import dev.redrive.internal.text.DaemonThreads;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that work on letters: virtual ones where the platform has them. */
final class WorkerThreads {
    private static final int IDLE_SECONDS = 30;

    private WorkerThreads() {}

    /** So many, and more for what is given to them while all are busy. */
    static ExecutorService startGrowing(int concurrency) {
        return new ThreadPoolExecutor(
                concurrency, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory());
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
