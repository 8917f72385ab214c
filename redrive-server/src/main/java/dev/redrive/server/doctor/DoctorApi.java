package dev.redrive.server.doctor;

import dev.redrive.Redrive;
import dev.redrive.alert.AlertLog;
import dev.redrive.json.JsonOutput;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.server.stats.RecentAnswers;
import dev.redrive.server.target.TargetHealth;
import dev.redrive.store.DeadLetterStore;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Says over HTTP what works, what does not, and what to do about it. Asking often costs as much as asking once a second. */
@RestController
final class DoctorApi implements DisposableBean {
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final int CALLERS = 100;

    private final StoreChecks store;
    private final ConnectionChecks connections;
    private final EngineChecks engine;
    private final RetentionChecks retention;
    private final CheckRunner runner = new CheckRunner(PATIENCE);
    private final RecentAnswers<List<?>, List<CheckResult>> recent;

    DoctorApi(
            DeadLetterStore store,
            AlertLog alertLog,
            Redrive redrive,
            Settings settings,
            CircuitStates circuits,
            TargetHealth health,
            KafkaReports kafka,
            ServerArchive archive) {
        this.store = new StoreChecks(store, alertLog, settings, InstantSource.system());
        this.connections = new ConnectionChecks(settings, circuits, health, kafka);
        this.engine = new EngineChecks(redrive, store, settings);
        this.retention = new RetentionChecks(redrive, archive, store.clock());
        this.recent = new RecentAnswers<>(store.clock(), FRESH, CALLERS);
    }

    @GetMapping(path = "/dlq/doctor", produces = MediaType.APPLICATION_JSON_VALUE)
    void diagnose(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        List<CheckResult> results = recent.get(caller.channels(), () -> runner.run(checks(caller)));
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> answer(out, results));
    }

    private List<HealthCheck> checks(Caller caller) {
        List<HealthCheck> checks = new ArrayList<>(store.list());
        checks.addAll(engine.list(caller));
        if (caller.channels().isEmpty()) checks.addAll(retention.list());
        checks.addAll(connections.list(caller));
        return checks;
    }

    private static void answer(JsonOutput out, List<CheckResult> checks) {
        out.startObject();
        CheckResult.Status worst = checks.stream()
                .map(CheckResult::status)
                .max(Comparator.naturalOrder())
                .orElse(CheckResult.Status.OK);
        out.text("status", worst.word());
        out.startArray("checks");
        for (CheckResult check : checks) {
            out.startObject();
            out.text("name", check.name());
            out.text("status", check.status().word());
            out.text("detail", check.detail());
            out.name("next");
            if (check.next() == null) out.nullValue();
            else out.text(check.next());
            out.endObject();
        }
        out.endArray();
        out.endObject();
    }

    @Override
    public void destroy() {
        runner.close();
    }
}
