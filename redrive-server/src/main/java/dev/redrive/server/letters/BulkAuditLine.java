package dev.redrive.server.letters;

import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;

/** Goes to the audit log in any case: what was done before an order broke off stays done. */
final class BulkAuditLine implements AutoCloseable {
    private final Audit audit;
    private final Caller caller;
    private final String action;
    private final String subject;
    long count;
    boolean isWhole;

    BulkAuditLine(Audit audit, Caller caller, String action, String subject) {
        this.audit = audit;
        this.caller = caller;
        this.action = action;
        this.subject = subject;
    }

    @Override
    public void close() {
        if (isWhole || count > 0) audit.record(caller, action, subject, count);
    }
}
