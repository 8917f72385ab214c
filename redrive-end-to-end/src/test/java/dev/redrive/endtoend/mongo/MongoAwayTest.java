package dev.redrive.endtoend.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import dev.redrive.testmongo.MongoProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server does while MongoDB is away, and that it goes on by itself. */
class MongoAwayTest {
    private static final String LETTER = """
            {"channel": "orders", "payload": {"id": 1}, "error": "an error without a rule"}""";
    private static final String IMPATIENT = "?serverSelectionTimeoutMS=300";

    @TempDir
    Path folder;

    private static int readiness(Api api) {
        return api.get("/actuator/health/readiness").status();
    }

    private static void mustWait(Answer answer) {
        answer.expect(503);
        assertThat(answer.isProblem()).as(answer.toString()).isTrue();
        assertThat(answer.header("Retry-After")).as(answer.toString()).isEqualTo("5");
    }

    private static void isBack(Api api, int letters, String... ids) {
        Await.until("it is ready again", () -> readiness(api) == 200);
        for (String id : ids)
            Await.until(
                    "what the journal kept is in the store",
                    () -> api.get("/dlq/" + id).status() == 200);
        assertThat(api.letter(api.capture(LETTER)).path("status").asString()).isEqualTo("MANUAL");
        assertThat(api.get("/dlq/stats").expect(200).json().path("total").asInt())
                .isEqualTo(letters + 1);
    }

    @Test
    void while_mongodb_is_away_letters_are_kept_and_everything_else_has_to_wait() {
        try (MongoProcess mongo = MongoProcess.onDisk();
                ServerProcess server = Launch.in(folder).serve("--store", mongo.url("away") + IMPATIENT)) {
            Api api = server.api();
            String before = api.capture(LETTER);
            api.get("/actuator/health/readiness").expect(200);

            mongo.stop();

            String meanwhile = api.capture(LETTER);
            mustWait(api.get("/dlq/" + before));
            mustWait(api.get("/dlq"));
            mustWait(api.get("/dlq/causes"));
            mustWait(api.post("/dlq/" + before + "/retry"));
            Await.until("it is not ready", () -> readiness(api) == 503);
            api.get("/actuator/health/liveness").expect(200);

            mongo.startAgain();
            isBack(api, 2, before, meanwhile);
        }
    }

    @Test
    void a_server_that_starts_before_mongodb_keeps_letters_until_it_is_there() {
        try (MongoProcess mongo = MongoProcess.onDisk()) {
            mongo.stop();
            try (ServerProcess server = Launch.in(folder).serve("--store", mongo.url("away") + IMPATIENT)) {
                Api api = server.api();

                String meanwhile = api.capture(LETTER);
                mustWait(api.get("/dlq/" + meanwhile));
                mustWait(api.get("/dlq/stats"));
                assertThat(readiness(api)).isEqualTo(503);

                mongo.startAgain();
                isBack(api, 1, meanwhile);
            }
        }
    }
}
