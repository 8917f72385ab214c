package dev.redrive.internal.text;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/** Logs an outage as two lines, its first failure and its end; the failures between them are at level debug. */
public final class OutageLog {
    private final Logger log;
    private final String what;
    private final AtomicBoolean failing = new AtomicBoolean();

    /** @param what is to be read after "cannot" and "can again", such as "claim letters" */
    public OutageLog(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    public void failed(Throwable why) {
        if (failing.compareAndSet(false, true))
            log.warn("cannot {}; trying again until it works: {}", what, why.toString());
        else log.debug("still cannot {}: {}", what, why.toString());
    }

    public void worked() {
        if (failing.get() && failing.compareAndSet(true, false)) log.info("can {} again", what);
    }
}
