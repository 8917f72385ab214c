package dev.redrive.server.audit;

import dev.redrive.logbook.Logbook;
import java.io.PrintStream;

/** {@code redrive audit verify}: one line, and whether the audit log is as it was written. */
public final class AuditCommand {
    private final Logbook logbook;
    private final PrintStream out;

    public AuditCommand(Logbook logbook, PrintStream out) {
        this.logbook = logbook;
        this.out = out;
    }

    /** The exit code: 0 when the log is intact, 1 when it is not. */
    public int run() {
        AuditVerifier.Findings findings = new AuditVerifier(logbook).verify();
        out.println(findings.detail());
        return findings.intact() ? 0 : 1;
    }
}
