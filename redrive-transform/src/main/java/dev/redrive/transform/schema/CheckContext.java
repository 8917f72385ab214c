package dev.redrive.transform.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import java.io.Serial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One check of a payload: it keeps few of its findings and ends when its time is over. */
final class CheckContext extends ExecutionContext {
    private static final ThreadLocal<@Nullable Long> DEADLINE = new ThreadLocal<>();
    private static final int MOST_ERRORS = 1000;

    /** Thrown through the validator when the time is over. */
    static final class TimeIsOver extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        TimeIsOver() {
            super("the check took too long", null, false, false);
        }
    }

    /** Gives whatever this thread checks this much time. */
    static void start(Duration time) {
        DEADLINE.set(System.nanoTime() + time.toNanos());
    }

    static void stop() {
        DEADLINE.remove();
    }

    static void checkTime() {
        Long deadline = DEADLINE.get();
        if (deadline != null && System.nanoTime() > deadline) throw new TimeIsOver();
    }

    @Override
    public void evaluationPathAddLast(String step) {
        checkTime();
        super.evaluationPathAddLast(step);
    }

    @Override
    public void evaluationPathAddLast(int step) {
        checkTime();
        super.evaluationPathAddLast(step);
    }

    /** The first thousand are enough to know that something is wrong, and to say what. */
    @Override
    public void addError(Error error) {
        if (getErrors().size() < MOST_ERRORS) super.addError(error);
    }
}
