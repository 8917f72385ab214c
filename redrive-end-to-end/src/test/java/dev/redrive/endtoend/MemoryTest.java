package dev.redrive.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a small heap does with more letters than fit into it at once. The large trial is in docs/reliability.md. */
class MemoryTest {
    private static final int AT_ONCE = 24;
    private static final int PAYLOAD = 10 * 1024 * 1024;
    private static final byte[] LETTER = ("{\"channel\":\"large\",\"error\":\"e\",\"payload\":\"" + "x".repeat(PAYLOAD)
                    + "\"}")
            .getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void large_letters_at_once_are_kept_or_refused_and_none_is_lost() throws Exception {
        try (ServerProcess server = Launch.in(folder).serve()) {
            Api api = server.api();

            List<Answer> captures = atOnce(() ->
                    api.call("POST", "/dlq").body("application/json", LETTER).send());
            List<Answer> looks = atOnce(() -> api.get("/dlq/" + kept(captures).get(0)));

            assertThat(captures).allMatch(answer -> answer.status() == 201 || isRefusal(answer));
            assertThat(looks).allMatch(answer -> answer.status() == 200 || isRefusal(answer));
            api.get("/actuator/health/liveness").expect(200);
            assertThat(api.get("/dlq/stats").expect(200).json().path("total").asInt())
                    .isEqualTo(kept(captures).size());
            for (String id : kept(captures))
                assertThat(api.letter(id).path("payloadSize").asInt()).isEqualTo(PAYLOAD);
            assertThat(server.said()).doesNotContain("OutOfMemoryError");
        }
    }

    private static List<Answer> atOnce(Callable<Answer> request) throws InterruptedException, ExecutionException {
        ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Answer>> answers = callers.invokeAll(
                    Stream.generate(() -> request).limit(AT_ONCE).toList());
            return answers.stream().map(MemoryTest::join).toList();
        } finally {
            callers.shutdownNow();
        }
    }

    private static Answer join(Future<Answer> answer) {
        try {
            return answer.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("a caller got no answer", e);
        }
    }

    private static boolean isRefusal(Answer answer) {
        return answer.status() == 503
                && answer.isProblem()
                && !answer.header("Retry-After").isEmpty();
    }

    private static List<String> kept(List<Answer> captures) {
        return captures.stream()
                .filter(answer -> answer.status() == 201)
                .map(answer -> answer.text("id"))
                .toList();
    }
}
