package dev.redrive.server.erasure;

import dev.redrive.erasure.ErasureReport;
import dev.redrive.internal.text.LruMap;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.SlowWork;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Searches and erasures, one at a time because each reads all letters. The last reports are kept until this node stops. */
@Component
final class ErasureTasks implements DisposableBean {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int KEPT = 20;

    private final SlowWork work;
    private final Map<String, Task> tasks = Collections.synchronizedMap(new LruMap<>(KEPT));

    @Autowired
    ErasureTasks() {
        this(PATIENCE);
    }

    ErasureTasks(Duration patience) {
        this.work = new SlowWork("redrive-erasure", patience);
    }

    /**
     * One search or erasure.
     *
     * @param confirmation of the letters that it may erase; empty for a search
     * @param looked how many letters it has looked at
     */
    record Task(String id, Optional<String> confirmation, Future<ErasureReport> report, AtomicLong looked) {
        boolean isRunning() {
            return !report.isDone();
        }
    }

    /** @param search is given what to tell how many letters it has looked at */
    Task start(Optional<String> confirmation, Function<LongConsumer, ErasureReport> search) {
        AtomicLong looked = new AtomicLong();
        Future<ErasureReport> report =
                work.start(() -> search.apply(looked::set)).orElseThrow(ErasureTasks::busy);
        Task task = new Task(UUID.randomUUID().toString(), confirmation, report, looked);
        tasks.put(task.id(), task);
        return task;
    }

    private static Problem busy() {
        return Problem.conflict("another search for a person's letters, or their erasure, is going on; each reads all"
                + " letters, so wait until it is done");
    }

    /** The report; empty when it takes longer than a request waits. */
    Optional<ErasureReport> await(Task task) {
        return work.await(task.report());
    }

    Optional<Task> find(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    @Override
    public void destroy() {
        work.close();
    }
}
