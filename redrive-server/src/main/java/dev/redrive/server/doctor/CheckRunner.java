package dev.redrive.server.doctor;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.internal.text.ShortText;
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

    /** The results, in the order of the checks. */
    List<CheckResult> run(List<HealthCheck> checks) {
        long end = System.nanoTime() + patience.toNanos();
        List<Future<CheckResult>> begun = new ArrayList<>();
        try {
            for (HealthCheck check : checks) begun.add(threads.submit(check.work()));
        } catch (RejectedExecutionException e) {
            begun.forEach(future -> future.cancel(true));
            return List.of(CheckResult.broken(
                    "doctor", "earlier checks hang and hold all threads", "see what hangs, then restart this server"));
        }
        List<CheckResult> results = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) results.add(answer(checks.get(i), begun.get(i), end));
        return results;
    }

    private CheckResult answer(HealthCheck check, Future<CheckResult> begun, long end) {
        try {
            return begun.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return CheckResult.broken(check.name(), "no answer within " + patience.toMillis() + " ms", check.next());
        } catch (ExecutionException e) {
            return CheckResult.broken(check.name(), reason(e.getCause() == null ? e : e.getCause()), check.next());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CheckResult.broken(check.name(), "the check was interrupted", check.next());
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
