package dev.redrive.server.audit;

import dev.redrive.alert.AlertMessage;
import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.logbook.Logbook;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.StepSum;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A logbook whose audit lines a test may tamper with. It keeps nothing else. */
final class ListLogbook implements Logbook {
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
    public List<AuditLine> audit(AuditQuery query) {
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
    public List<AuditLine> auditFrom(long number, int limit) {
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

    /** What somebody does who knows how hashes are made. */
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

    @Override
    public Turn turn(String key, boolean holds, Instant now, Duration quiet) {
        return Turn.NOTHING;
    }

    @Override
    public void unheard(String key, Instant toldAt) {}

    @Override
    public List<Firing> firing() {
        return List.of();
    }

    @Override
    public void keep(AlertMessage message) {}

    @Override
    public List<AlertMessage> alerts(int limit, Optional<String> before) {
        return List.of();
    }

    @Override
    public void count(Collection<MinuteCount> counts) {}

    @Override
    public List<StepSum> series(Instant from, Instant to, Duration step, Optional<String> channel) {
        return List.of();
    }

    @Override
    public void forgetCounts(Instant before) {}
}
