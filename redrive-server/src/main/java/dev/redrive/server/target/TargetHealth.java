package dev.redrive.server.target;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.ChannelSettings.HttpTarget;
import dev.redrive.server.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks targets how they are, at the addresses that are configured for it. Threads of its own ask; an answer is good for a
 * few seconds and is shared by all requests in that time.
 */
public final class TargetHealth implements AutoCloseable {
    private static final Duration FRESH = Duration.ofSeconds(3);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int THREADS = 4;

    private final Map<String, Check> checks;
    private final LongSupplier nanos;
    private final Outbound outbound = new Outbound();
    private final ExecutorService askers;
    private final Map<String, Asked> asked = new HashMap<>();

    /** Where to ask, and how long to wait for the answer. */
    record Check(URI url, Duration timeout) {
        static Optional<Check> of(HttpTarget target) {
            Duration timeout = target.timeout().compareTo(LONGEST) < 0 ? target.timeout() : LONGEST;
            return target.health().map(url -> new Check(url, timeout));
        }
    }

    private record Asked(long at, CompletableFuture<Optional<String>> answer) {}

    TargetHealth(Map<String, Check> checks, LongSupplier nanos) {
        this.checks = Map.copyOf(checks);
        this.nanos = nanos;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("redrive-health"));
        pool.allowCoreThreadTimeOut(true);
        this.askers = pool;
    }

    /** For the targets of channels, by their pattern, and for those that replays can be sent to, by their name. */
    public static TargetHealth of(Settings settings) {
        Map<String, Check> checks = new LinkedHashMap<>();
        for (ChannelSettings channel : settings.channels())
            channel.target()
                    .flatMap(TargetHealth::check)
                    .ifPresent(check -> checks.putIfAbsent(channel.match().pattern(), check));
        settings.targets().forEach((name, target) -> check(target).ifPresent(check -> checks.putIfAbsent(name, check)));
        return new TargetHealth(checks, System::nanoTime);
    }

    private static Optional<Check> check(ChannelSettings.TargetSettings target) {
        return target instanceof HttpTarget http ? Check.of(http) : Optional.empty();
    }

    /** Whether there is an address to ask for the target of a name. */
    public boolean isAsked(String target) {
        return checks.containsKey(target);
    }

    /** What is wrong with the target of a name; empty when it is well, or when there is nowhere to ask. */
    public Optional<String> trouble(String target) {
        Check check = checks.get(target);
        if (check == null) return Optional.empty();
        try {
            // The asker gives up by itself; this is for the time in which all of them are busy.
            return ask(target, check).get(2 * LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
            return Optional.of("the health of " + Outbound.shown(check.url()) + " could not be asked for");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the health of " + Outbound.shown(check.url()) + " was not waited for");
        }
    }

    private CompletableFuture<Optional<String>> ask(String target, Check check) {
        synchronized (asked) {
            @Nullable Asked last = asked.get(target);
            boolean isGood = last != null && (!last.answer.isDone() || nanos.getAsLong() - last.at < FRESH.toNanos());
            if (last != null && isGood) return last.answer;
            Asked next = new Asked(nanos.getAsLong(), CompletableFuture.supplyAsync(() -> answer(check), askers));
            asked.put(target, next);
            return next.answer;
        }
    }

    private Optional<String> answer(Check check) {
        String where = Outbound.shown(check.url());
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(check.url()).GET();
            Outbound.Answer answer = outbound.send(request, check.timeout(), where);
            return answer.isSuccess() ? Optional.empty() : Optional.of(where + " answered " + answer.status());
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(where + " was not waited for");
        }
    }

    @Override
    public void close() {
        askers.shutdownNow();
    }
}
