package dev.redrive.store.memory;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The audit log in memory. */
final class InMemoryAuditLog implements AuditLog {
    private final List<AuditLine> lines = new ArrayList<>();

    @Override
    public synchronized AuditLine append(AuditNote note) {
        String previous =
                lines.isEmpty() ? AuditLine.START : lines.get(lines.size() - 1).hash();
        AuditLine line = AuditLine.after(lines.size(), previous, note);
        lines.add(line);
        return line;
    }

    @Override
    public synchronized List<AuditLine> list(AuditQuery query) {
        return lines.stream()
                .filter(line -> matches(query, line))
                .sorted(Comparator.comparingLong(AuditLine::number).reversed())
                .limit(query.limit())
                .toList();
    }

    private static boolean matches(AuditQuery query, AuditLine line) {
        AuditNote note = line.note();
        return query.by().map(note.by()::equals).orElse(true)
                && query.action().map(note.action()::equals).orElse(true)
                && query.subject().map(note.subject()::equals).orElse(true)
                && query.from().map(from -> !note.at().isBefore(from)).orElse(true)
                && query.to().map(to -> note.at().isBefore(to)).orElse(true)
                && line.number() < query.before().orElse(Long.MAX_VALUE);
    }

    @Override
    public synchronized List<AuditLine> from(long number, int limit) {
        return lines.stream()
                .filter(line -> line.number() >= number)
                .limit(limit)
                .toList();
    }
}
