package dev.redrive.server.audit;

import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditNote;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.internal.text.ShortText;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The audit log in the auditLog. What it cannot write it says twice: to the caller, and in the server's log. */
@Component
final class StoredAudit implements Audit {
    private static final Logger log = LoggerFactory.getLogger(StoredAudit.class);
    private static final int LONGEST = 1_000;

    private final AuditLog auditLog;
    private final RedactionGate gate;
    private final InstantSource clock;

    StoredAudit(AuditLog auditLog, Settings settings, InstantSource clock) {
        this.auditLog = auditLog;
        this.gate = new RedactionGate(settings.redaction());
        this.clock = clock;
    }

    @Override
    public void record(Caller caller, String action, String subject, long count) {
        String about = oneLine(gate.text(subject));
        try {
            var unused = auditLog.append(new AuditNote(
                    clock.instant().truncatedTo(ChronoUnit.MILLIS),
                    caller.name(),
                    caller.role().name(),
                    caller.address(),
                    action,
                    about,
                    count));
        } catch (RuntimeException e) {
            log.error(
                    "NOT IN THE AUDIT LOG: {} ({}) from {} did '{}' to '{}', letters changed: {}",
                    caller.name(),
                    caller.role(),
                    caller.address(),
                    action,
                    about,
                    count,
                    e);
            throw unwritten(action);
        }
    }

    private static Problem unwritten(String action) {
        return Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "'" + action
                                + "' was done, but the audit log could not be written. Look at what changed before you"
                                + " try again; the server's log has the missing line.")
                .with("changed", true);
    }

    /** Callers choose parts of it, and it goes into logs. */
    private static String oneLine(String subject) {
        String line = subject.replaceAll("\\p{Cntrl}", " ");
        return ShortText.withDots(line, LONGEST);
    }
}
