package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.kafka.SharedBroker;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledReaderTest {
    @Test
    void a_reader_that_is_killed_in_the_middle_leaves_nothing_out_and_nothing_twice(@TempDir Path folder)
            throws IOException {
        String topic = RawTopic.fresh("killed") + ".dlq";
        String url = "sqlite:" + folder.resolve("redrive.db");
        try (RawTopic wire = new RawTopic(SharedBroker.bootstrapServers())) {
            wire.topic(topic, 3);
            wire.send(topic, 0, 4000);

            killWhenItHasTaken(500, topic, url);

            IngestOptions options = ReaderProcess.options(SharedBroker.bootstrapServers(), topic);
            try (Redrive redrive = Redrive.open(url)) {
                long before = redrive.letters().count(Filter.all()).count();
                assertThat(before).isBetween(500L, 3999L);
                try (DeadLetterReader reader = DeadLetterReader.start(
                        redrive.intake(), options.discoverEvery(Duration.ofMillis(500)), InstantSource.system())) {
                    Await.until(() -> redrive.letters().count(Filter.all()).count() >= 4000, reader::status);
                    Await.until(() -> reader.status().lag() == 0, reader::status);

                    assertThat(redrive.letters().count(Filter.all()).count()).isEqualTo(4000);
                    assertThat(reader.status().topics().get(0).taken()).isEqualTo(4000 - before);
                }
            }
        }
    }

    private static void killWhenItHasTaken(long count, String topic, String url) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReaderProcess.class.getName(),
                        SharedBroker.bootstrapServers(),
                        topic,
                        url)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = output.readLine();
            while (line != null && Long.parseLong(line) < count) line = output.readLine();
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }
}
