package dev.redrive.server.audit;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** An audit log whose lines a test may tamper with. */
final class TestAuditLog implements AuditLog {
    private final List<AuditLine> lines = new ArrayList<>();
    private boolean broken;

    @Override
    public AuditLine append(AuditNote note) {
        if (broken) throw new IllegalStateException("the disk is full");
        AuditLine line = lines.isEmpty()
                ? AuditLine.after(0, AuditLine.START, note)
                : AuditLine.after(newest().number(), newest().hash(), note);
        lines.add(line);
        return line;
    }

    @Override
    public List<AuditLine> list(AuditQuery query) {
        return lines.stream()
                .filter(line -> query.by().map(line.note().by()::equals).orElse(true))
                .filter(line -> query.action().map(line.note().action()::equals).orElse(true))
                .filter(line ->
                        query.subject().map(line.note().subject()::equals).orElse(true))
                .filter(line -> query.from()
                        .map(from -> !line.note().at().isBefore(from))
                        .orElse(true))
                .filter(line ->
                        query.to().map(to -> line.note().at().isBefore(to)).orElse(true))
                .filter(line -> line.number() < query.before().orElse(Long.MAX_VALUE))
                .sorted(Comparator.comparing(AuditLine::number).reversed())
                .limit(query.limit())
                .toList();
    }

    @Override
    public List<AuditLine> from(long number, int limit) {
        return lines.stream()
                .filter(line -> line.number() >= number)
                .limit(limit)
                .toList();
    }

    void isBroken() {
        broken = true;
    }

    void change(long number, UnaryOperator<AuditLine> change) {
        lines.replaceAll(line -> line.number() == number ? change.apply(line) : line);
    }

    void drop(Predicate<AuditLine> which) {
        lines.removeIf(which);
    }

    /** A change of the log by a person who can compute its hashes. */
    void chainAgainFrom(long number) {
        for (int i = 0; i < lines.size(); i++) {
            AuditLine line = lines.get(i);
            if (line.number() < number) continue;
            String before = i == 0 ? AuditLine.START : lines.get(i - 1).hash();
            lines.set(i, AuditLine.after(line.number() - 1, before, line.note()));
        }
    }

    private AuditLine newest() {
        return lines.get(lines.size() - 1);
    }
}
