package dev.redrive.kafka.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;

class DlqErrorHandlerTroubleTest {
    private static final int RECORDS = 60;

    private final ListenerFixture here = new ListenerFixture(2);

    @AfterEach
    void close() {
        here.close();
    }

    private MessageListener<String, String> listener() {
        return record -> FailingConsumer.process(record, value -> here.processed.add(value));
    }

    private Set<String> sendAll() {
        Set<String> sent = new LinkedHashSet<>();
        for (int i = 0; i < RECORDS; i++) {
            String value = (i % 3 == 0 ? "bad-" : i % 7 == 0 ? "odd-" : "good-") + i;
            here.send(i % 2, value);
            sent.add(value);
        }
        return sent;
    }

    private Set<String> safe() {
        Set<String> safe = new LinkedHashSet<>(here.processed);
        safe.addAll(here.dlqPayloads());
        return safe;
    }

    private boolean isAllCommitted() {
        return here.committed(0) == RECORDS / 2 && here.committed(1) == RECORDS / 2;
    }

    @Test
    void a_consumer_killed_in_the_middle_of_a_batch_loses_nothing() throws Exception {
        Set<String> sent = sendAll();
        Path said = Path.of("target", "doomed-" + here.topic + ".txt");
        Process doomed = startDoomed(said);
        here.await(() -> lines(said).size() >= 5);
        doomed.destroyForcibly().onExit().join();
        here.processed.addAll(lines(said));
        assertThat(isAllCommitted()).isFalse();

        here.set("session.timeout.ms", 6000);
        here.start(here.properties(), listener(), here.handler().build());

        here.await(this::isAllCommitted);
        assertThat(safe()).containsExactlyInAnyOrderElementsOf(sent);
    }

    private Process startDoomed(Path said) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        classPath,
                        FailingConsumer.class.getName(),
                        dev.redrive.kafka.SharedBroker.bootstrapServers(),
                        here.topic,
                        here.group)
                .redirectOutput(said.toFile())
                .redirectError(new File("target", "doomed-" + here.topic + ".log"))
                .start();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_second_consumer_that_joins_in_the_middle_loses_nothing() {
        Set<String> sent = sendAll();

        here.start(here.properties(), listener(), here.handler().build());
        here.await(() -> here.processed.size() >= 3);
        ConcurrentMessageListenerContainer<Object, Object> second =
                here.start(here.properties(), listener(), here.handler().build());
        here.await(() -> {
            var assigned = second.getAssignedPartitions();
            return assigned != null && !assigned.isEmpty();
        });

        here.await(this::isAllCommitted);
        assertThat(safe()).containsExactlyInAnyOrderElementsOf(sent);
    }
}
