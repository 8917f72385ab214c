package dev.redrive.server.audit;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.contract.SettableClock;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The audit log in memory, whose lines a test may tamper with: {@link #from} returns them as changed. */
final class TestAuditLog implements AuditLog {
    private final AuditLog behind = new InMemoryDeadLetterStore(SettableClock.standing()).audit();
    private Consumer<List<AuditLine>> tampering = lines -> {};
    private boolean broken;

    @Override
    public AuditLine append(AuditNote note) {
        if (broken) throw new IllegalStateException("the disk is full");
        return behind.append(note);
    }

    @Override
    public List<AuditLine> list(AuditQuery query) {
        return behind.list(query);
    }

    @Override
    public List<AuditLine> from(long number, int limit) {
        List<AuditLine> lines = new ArrayList<>(behind.from(1, Integer.MAX_VALUE));
        tampering.accept(lines);
        return lines.stream()
                .filter(line -> line.number() >= number)
                .limit(limit)
                .toList();
    }

    void isBroken() {
        broken = true;
    }

    void change(long number, UnaryOperator<AuditLine> change) {
        tampering = tampering.andThen(
                lines -> lines.replaceAll(line -> line.number() == number ? change.apply(line) : line));
    }

    void drop(Predicate<AuditLine> which) {
        tampering = tampering.andThen(lines -> lines.removeIf(which));
    }

    /** A change of the log by a person who can compute its hashes. */
    void chainAgainFrom(long number) {
        tampering = tampering.andThen(lines -> chainAgainFrom(number, lines));
    }

    private static void chainAgainFrom(long number, List<AuditLine> lines) {
        for (int i = 0; i < lines.size(); i++) {
            AuditLine line = lines.get(i);
            if (line.number() < number) continue;
            String before = i == 0 ? AuditLine.START : lines.get(i - 1).hash();
            lines.set(i, AuditLine.after(line.number() - 1, before, line.note()));
        }
    }
}
