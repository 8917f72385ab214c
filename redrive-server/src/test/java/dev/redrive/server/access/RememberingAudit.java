package dev.redrive.server.access;

import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.web.Problem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.http.HttpStatus;

/** Keeps what was recorded, for tests to read; can be broken. */
final class RememberingAudit implements Audit {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private volatile boolean broken;

    @Override
    public void record(Caller caller, String action, String subject, long count) {
        if (broken) throw Problem.of(HttpStatus.SERVICE_UNAVAILABLE, "the audit log could not be written");
        lines.add(caller.name() + ": " + action + " " + subject);
    }

    List<String> lines() {
        return lines;
    }

    void clear() {
        lines.clear();
    }

    void isBroken(boolean now) {
        broken = now;
    }
}
