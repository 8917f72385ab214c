package dev.redrive.benchmarks;

import dev.redrive.benchmarks.limits.MongoLimits;
import dev.redrive.benchmarks.limits.PostgresLimits;
import dev.redrive.benchmarks.limits.SqliteLimits;
import dev.redrive.benchmarks.machine.PostgresServer;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Subject;
import dev.redrive.benchmarks.peers.AxonPeer;
import dev.redrive.benchmarks.peers.DbSchedulerPeer;
import dev.redrive.benchmarks.peers.JobRunrPeer;
import dev.redrive.benchmarks.store.Ours;
import dev.redrive.benchmarks.store.RedriveOnMongo;
import dev.redrive.benchmarks.store.RedriveOnPostgres;
import dev.redrive.benchmarks.store.RedriveOnSqlite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The subjects in the order of their measures: limits first, because the others are compared with them. */
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

    static Lineup onMongo(Rates rates) {
        return new Lineup(List.of(new MongoLimits(rates)), List.of(new RedriveOnMongo(rates)), List.of());
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
