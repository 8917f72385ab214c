package dev.redrive.server.doctor;

import dev.redrive.text.DaemonThreads;
import dev.redrive.text.ShortText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at many parts at once, on threads of its own, and waits for none of them for ever. */
final class CheckRunner implements AutoCloseable {
    private static final int AT_ONCE = 16;
    private static final int WAITING = 256;
    private static final int LONGEST = 300;

    private final Duration patience;
    private final ExecutorService threads;

    CheckRunner(Duration patience) {
        this.patience = patience;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                AT_ONCE,
                AT_ONCE,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(WAITING),
                DaemonThreads.named("redrive-doctor"));
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    /** The answers, in the order of the questions. */
    List<CheckResult> make(List<HealthCheck> looks) {
        long end = System.nanoTime() + patience.toNanos();
        List<Future<CheckResult>> begun = new ArrayList<>();
        try {
            for (HealthCheck look : looks) begun.add(threads.submit(look.work()));
        } catch (RejectedExecutionException e) {
            begun.forEach(future -> future.cancel(true));
            return List.of(CheckResult.broken(
                    "doctor", "earlier checks hang and hold all threads", "see what hangs, then restart this server"));
        }
        List<CheckResult> checks = new ArrayList<>();
        for (int i = 0; i < looks.size(); i++) checks.add(answer(looks.get(i), begun.get(i), end));
        return checks;
    }

    private CheckResult answer(HealthCheck look, Future<CheckResult> begun, long end) {
        try {
            return begun.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return CheckResult.broken(look.name(), "no answer within " + patience.toMillis() + " ms", look.next());
        } catch (ExecutionException e) {
            return CheckResult.broken(look.name(), reason(e.getCause() == null ? e : e.getCause()), look.next());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CheckResult.broken(look.name(), "nobody waited for the answer", look.next());
        } finally {
            begun.cancel(true);
        }
    }

    /** In one line, and without the password that stands in an address. */
    static String reason(Throwable thrown) {
        String message = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        String line = message.replaceAll("[\\p{Cntrl}\\s]+", " ")
                .replaceAll("//[^/@ ]*@", "//")
                .strip();
        return ShortText.withDots(line, LONGEST);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
