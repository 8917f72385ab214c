package dev.redrive.server.retention;

import dev.redrive.Redrive;
import dev.redrive.RetentionRuns;
import dev.redrive.retention.RunResult;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.SlowWork;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Runs retention because a caller wants it now. */
@Component
public final class RetentionRequests implements DisposableBean {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RetentionRuns runs;
    private final Audit audit;
    private final SlowWork work;

    @Autowired
    RetentionRequests(Redrive redrive, Audit audit) {
        this(redrive.retention(), audit, PATIENCE);
    }

    public RetentionRequests(RetentionRuns runs, Audit audit, Duration patience) {
        this.runs = runs;
        this.audit = audit;
        this.work = new SlowWork("redrive-retention-request", patience);
    }

    /** The run; empty when it goes on after the time that a request waits for it. */
    public Optional<RetentionRun> run(Caller caller) {
        refuseIfKeptForever();
        Future<RunResult> run = work.start(() -> recorded(caller, runs.run())).orElseThrow(() -> busy("this node"));
        return work.await(run).map(RetentionRequests::done);
    }

    public RunResult.Preview preview() {
        refuseIfKeptForever();
        RunResult result = runs.preview();
        if (result instanceof RunResult.Preview preview) return preview;
        throw busy(result);
    }

    private void refuseIfKeptForever() {
        if (runs.rules().isEmpty())
            throw Problem.conflict("letters are kept for ever here, so retention has nothing to do");
    }

    private RunResult recorded(Caller caller, RunResult result) {
        if (result instanceof RunResult.Done done)
            audit.record(
                    caller,
                    "retention.run",
                    subject(done.run()),
                    done.run().closed() + done.run().removed());
        return result;
    }

    private static String subject(RetentionRun run) {
        return "archived " + run.archived() + ", closed " + run.closed() + ", removed " + run.removed() + ", held "
                + run.held();
    }

    private static RetentionRun done(RunResult result) {
        if (result instanceof RunResult.Done done) return done.run();
        throw busy(result);
    }

    private static Problem busy(RunResult result) {
        return busy(result instanceof RunResult.Busy busy ? busy.node() : "another node");
    }

    private static Problem busy(String node) {
        return Problem.conflict(
                        "retention is running already, on " + node + "; see GET /dlq/retention for what it came to")
                .with("node", node);
    }

    @Override
    public void destroy() {
        work.close();
    }
}
