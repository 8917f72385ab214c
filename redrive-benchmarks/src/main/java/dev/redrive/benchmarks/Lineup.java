package dev.redrive.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Who is measured, in this order: limits first, because the others are compared with them. */
record Lineup(List<Subject> limits, List<Ours> ours, List<Subject> peers) {

    static Lineup onPostgres(PostgresServer server, Rates rates) {
        return new Lineup(
                List.of(new PostgresLimits(server, rates)),
                List.of(new RedriveOnPostgres(server, rates)),
                List.of(
                        new DbSchedulerPeer(server, rates),
                        new JobRunrPeer(server, rates),
                        new AxonPeer(server, rates)));
    }

    static Lineup onSqlite(Path folder, Rates rates) {
        return new Lineup(
                List.of(new SqliteLimits(folder, rates)), List.of(new RedriveOnSqlite(folder, rates)), List.of());
    }

    Lineup withoutPeers() {
        return new Lineup(limits, ours, List.of());
    }

    List<Subject> all() {
        List<Subject> all = new ArrayList<>(limits);
        all.addAll(ours);
        all.addAll(peers);
        return all;
    }
}
