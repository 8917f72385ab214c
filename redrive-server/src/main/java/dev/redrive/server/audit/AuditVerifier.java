package dev.redrive.server.audit;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the audit log from its first line and checks that each is as it was written and chained to the one before it. What
 * was cut off at the end leaves no trace in the log itself, which is why the last number and hash are reported, to be compared
 * with a note kept elsewhere.
 */
public final class AuditVerifier {
    private static final int BATCH = 1_000;
    private static final int MOST_FAULTS = 100;

    private final AuditLog auditLog;

    public AuditVerifier(AuditLog auditLog) {
        this.auditLog = auditLog;
    }

    public Findings verify() {
        Walk walk = new Walk();
        List<AuditLine> lines = auditLog.from(1, BATCH);
        while (!lines.isEmpty()) {
            lines.forEach(walk::next);
            lines = auditLog.from(walk.last + 1, BATCH);
        }
        return walk.findings();
    }

    /**
     * What the walk found.
     *
     * @param firstBroken the number of the first line that is missing or not as it was written
     * @param gaps numbers that are missing, at most a hundred
     * @param lastNumber the newest line's, zero in an empty log
     */
    public record Findings(
            boolean intact,
            long lines,
            @Nullable Long firstBroken,
            List<Gap> gaps,
            long lastNumber,
            String lastHash,
            String detail) {
        public Findings {
            gaps = List.copyOf(gaps);
        }
    }

    /** Lines that are missing, from the first to the last of them. */
    public record Gap(long from, long to) {}

    private static final class Walk {
        private final List<Gap> gaps = new ArrayList<>();
        private long lines;
        private long last;
        private String lastHash = AuditLine.START;
        private @Nullable Long firstBroken;
        private String detail = "";

        void next(AuditLine line) {
            if (line.number() <= last)
                throw new IllegalStateException("the store returned line " + line.number() + " twice");
            if (line.number() > last + 1) gap(line.number() - 1);
            else if (!line.previousHash().equals(lastHash))
                broken(line.number(), "line %d is not chained to the line before it".formatted(line.number()));
            if (!line.isIntact()) broken(line.number(), "line %d is not as it was written".formatted(line.number()));
            lines++;
            last = line.number();
            lastHash = line.hash();
        }

        private void gap(long to) {
            Gap gap = new Gap(last + 1, to);
            if (gaps.size() < MOST_FAULTS) gaps.add(gap);
            broken(gap.from, "lines %d to %d are missing".formatted(gap.from, gap.to));
        }

        private void broken(long number, String why) {
            if (firstBroken != null) return;
            firstBroken = number;
            detail = why;
        }

        Findings findings() {
            String said = firstBroken == null
                    ? "the audit log is intact: %d lines, the last hash is %s".formatted(lines, lastHash)
                    : "the audit log is BROKEN: " + detail;
            return new Findings(firstBroken == null, lines, firstBroken, gaps, last, lastHash, said);
        }
    }
}
