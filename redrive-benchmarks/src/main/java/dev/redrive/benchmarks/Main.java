package dev.redrive.benchmarks;

import dev.redrive.benchmarks.kafka.IngestBench;
import dev.redrive.benchmarks.kafka.KafkaCluster;
import dev.redrive.benchmarks.kafka.PublishBench;
import dev.redrive.benchmarks.machine.MongoDatabases;
import dev.redrive.benchmarks.machine.PostgresServer;
import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Options;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Report;
import dev.redrive.benchmarks.measure.Subject;
import dev.redrive.benchmarks.retention.RetentionBench;
import dev.redrive.benchmarks.retention.RetentionKills;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.benchmarks.server.PageBench;
import dev.redrive.benchmarks.server.ReplayBench;
import dev.redrive.benchmarks.server.ServerBench;
import dev.redrive.benchmarks.server.TabBench;
import dev.redrive.benchmarks.store.AttributeBench;
import dev.redrive.benchmarks.store.Ours;
import dev.redrive.benchmarks.store.RedriveBench;
import dev.redrive.benchmarks.store.RedriveOnPostgres;
import dev.redrive.benchmarks.store.RedriveOnSqlite;
import dev.redrive.benchmarks.store.SnapshotBench;
import java.util.List;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/** Runs the benchmarks that the options ask for. */
final class Main {
    private final Options options;
    private final Workspace workspace;
    private final Report report;

    private Main(Options options, Workspace workspace, Report report) {
        this.options = options;
        this.workspace = workspace;
        this.report = report;
    }

    public static void main(String[] args) {
        System.exit(statusOf(args)); // does not wait for threads that a library left behind
    }

    private static int statusOf(String... args) {
        try {
            return statusOf(Options.parse(args));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\nusage: run.sh " + Options.USAGE);
            return 2;
        }
    }

    private static int statusOf(Options options) {
        try {
            new Main(options, Workspace.create(), new Report(options.out())).run();
            return 0;
        } catch (Exception e) {
            LoggerFactory.getLogger(Main.class).error("the run ended early", e);
            return 1;
        }
    }

    private void run() throws Exception {
        report.note(String.format(
                Locale.ROOT,
                "Java %s, %d processors, %d entries of %.0f bytes on average, at most %.1f s for a measure",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                options.entries(),
                Samples.averageSize(),
                options.cap().toMillis() / 1e3));
        if (needsPostgres()) onPostgres();
        if (options.has(Part.SQLITE)) onSqlite();
        if (options.has(Part.MONGO)) onMongo();
        if (options.has(Part.ATTRIBUTES)) attributesOnSqlite();
        if (options.has(Part.PAGES)) pages();
        if (options.has(Part.SERVER)) serverOnSqlite();
        if (options.has(Part.REPLAY)) replayOnSqlite();
        if (options.has(Part.KILLS) || options.has(Part.RETENTION)) retentionOnSqlite();
        report.medians();
        report.note("the table is in " + options.out().toAbsolutePath());
    }

    /** Questions and heap beside SQLite or MongoDB alone are theirs. */
    private boolean needsPostgres() {
        return !(options.has(Part.SQLITE) || options.has(Part.MONGO) || options.has(Part.PAGES))
                || options.has(Part.CAPTURE)
                || options.has(Part.DRAIN)
                || options.has(Part.PEERS)
                || options.has(Part.ATTRIBUTES)
                || options.has(Part.SERVER)
                || options.has(Part.KAFKA)
                || options.has(Part.REPLAY)
                || options.has(Part.SNAPSHOT)
                || options.has(Part.RETENTION)
                || options.has(Part.KILLS);
    }

    private void onPostgres() throws Exception {
        try (PostgresServer server = PostgresServer.start(workspace)) {
            report.note(server.version());
            Rates rates = Rates.on(server, options, report);
            Lineup lineup = Lineup.onPostgres(server, rates);
            // Peers alone would have nothing to be compared with.
            boolean onlyPeers = !options.has(Part.CAPTURE) && !options.has(Part.DRAIN) && options.has(Part.PEERS);
            for (int round = 1; round <= options.rounds(); round++) {
                List<Subject> subjects = round > 1 || !options.has(Part.PEERS)
                        ? lineup.withoutPeers().all()
                        : lineup.all();
                if (onlyPeers || options.has(Part.CAPTURE)) for (Subject subject : subjects) subject.capture();
                if (onlyPeers || options.has(Part.DRAIN)) for (Subject subject : subjects) subject.drain();
                rates.warm();
            }
            ours(lineup);
            if (options.has(Part.ATTRIBUTES)) attributesOnPostgres(server);
            if (options.has(Part.SERVER)) serverOnPostgres(server);
            if (options.has(Part.KAFKA)) onKafka(server);
            if (options.has(Part.REPLAY)) replayOnPostgres(server);
            if (options.has(Part.SNAPSHOT)) withHeldSnapshot(server);
            if (options.has(Part.KILLS) || options.has(Part.RETENTION)) retentionOnPostgres(server);
        }
    }

    private void onSqlite() throws Exception {
        Rates rates = Rates.withoutServer(options, report);
        inRounds(Lineup.onSqlite(workspace.folder(), rates), rates);
    }

    private void onMongo() throws Exception {
        report.note(MongoDatabases.server());
        Rates rates = Rates.beside(MongoDatabases.process(), options, report);
        inRounds(Lineup.onMongo(rates), rates);
    }

    private void inRounds(Lineup lineup, Rates rates) throws Exception {
        for (int round = 1; round <= options.rounds(); round++) {
            for (Subject subject : lineup.all()) subject.capture();
            for (Subject subject : lineup.all()) subject.drain();
            rates.warm();
        }
        ours(lineup);
    }

    private void attributesOnPostgres(PostgresServer server) throws Exception {
        Rates rates = Rates.on(server, options, report);
        new AttributeBench("PostgreSQL", new RedriveOnPostgres(server, rates), rates).run();
    }

    private void attributesOnSqlite() throws Exception {
        Rates rates = Rates.withoutServer(options, report);
        new AttributeBench("SQLite", new RedriveOnSqlite(workspace.folder(), rates), rates).run();
    }

    private void pages() throws Exception {
        Rates rates = Rates.withoutServer(options, report);
        RedriveOnSqlite stores = new RedriveOnSqlite(workspace.folder(), rates);
        try (RedriveBench.Fresh store = stores.fresh()) {
            PageBench.fill(stores, store, rates);
            new PageBench(store, rates, workspace).run();
            new TabBench(store, rates, workspace).run();
        }
    }

    /** With rates of its own, so that it warms up again. */
    private void serverOnPostgres(PostgresServer server) throws Exception {
        Rates rates = Rates.on(server, options, report);
        new ServerBench("PostgreSQL", new RedriveOnPostgres(server, rates), rates, workspace).run();
    }

    private void serverOnSqlite() throws Exception {
        Rates rates = Rates.withoutServer(options, report);
        new ServerBench("SQLite", new RedriveOnSqlite(workspace.folder(), rates), rates, workspace).run();
    }

    private void replayOnPostgres(PostgresServer server) throws Exception {
        Rates rates = Rates.on(server, options, report);
        ReplayBench bench = new ReplayBench("PostgreSQL", new RedriveOnPostgres(server, rates), rates, workspace);
        for (int round = 1; round <= options.rounds(); round++) bench.run();
    }

    private void withHeldSnapshot(PostgresServer server) throws Exception {
        Rates rates = Rates.on(server, options, report);
        new SnapshotBench(new RedriveOnPostgres(server, rates), rates).run();
    }

    private void retentionOnPostgres(PostgresServer server) throws Exception {
        Rates rates = Rates.on(server, options, report);
        retention("PostgreSQL", new RedriveOnPostgres(server, rates), rates);
    }

    private void retentionOnSqlite() throws Exception {
        Rates rates = Rates.withoutServer(options, report);
        retention("SQLite", new RedriveOnSqlite(workspace.folder(), rates), rates);
    }

    private void retention(String name, RedriveBench stores, Rates rates) throws Exception {
        if (options.has(Part.KILLS)) new RetentionKills(name, stores, rates, workspace.folder()).run();
        if (options.has(Part.RETENTION)) new RetentionBench(name, stores, rates, workspace.folder()).run();
    }

    private void replayOnSqlite() throws Exception {
        Rates rates = Rates.withoutServer(options, report);
        ReplayBench bench = new ReplayBench("SQLite", new RedriveOnSqlite(workspace.folder(), rates), rates, workspace);
        for (int round = 1; round <= options.rounds(); round++) bench.run();
    }

    private void onKafka(PostgresServer server) throws Exception {
        KafkaCluster kafka = KafkaCluster.start(workspace);
        PublishBench publish = new PublishBench(kafka, Rates.withoutServer(options, report), workspace);
        for (int round = 1; round <= options.rounds(); round++) publish.run();
        Rates onPostgres = Rates.on(server, options, report);
        Rates onSqlite = Rates.withoutServer(options, report);
        List<IngestBench> ingests = List.of(
                new IngestBench("PostgreSQL", new RedriveOnPostgres(server, onPostgres), onPostgres, kafka),
                new IngestBench("SQLite", new RedriveOnSqlite(workspace.folder(), onSqlite), onSqlite, kafka));
        publish.fill(IngestBench.OUR_TOPIC, IngestBench.SPRING_TOPIC);
        for (int round = 1; round <= options.rounds(); round++) for (IngestBench ingest : ingests) ingest.run();
    }

    private void ours(Lineup lineup) throws Exception {
        for (Ours ours : lineup.ours()) {
            if (options.has(Part.QUERY)) ours.query();
            if (options.has(Part.HEAP)) ours.heap();
        }
    }
}
