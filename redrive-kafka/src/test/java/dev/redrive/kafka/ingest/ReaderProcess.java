package dev.redrive.kafka.ingest;

import dev.redrive.Redrive;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** A reader in a process of its own, which a test can kill. */
final class ReaderProcess {
    private ReaderProcess() {}

    static IngestOptions options(String servers, String topic) {
        return IngestOptions.defaults(
                        Map.of("bootstrap.servers", servers, "session.timeout.ms", 6000),
                        TopicChoice.of(List.of(topic)))
                .group("group-of-" + topic)
                .batch(50, 1 << 20);
    }

    public static void main(String[] arguments) {
        Redrive redrive = Redrive.open(arguments[2]);
        DeadLetterReader reader =
                DeadLetterReader.start(redrive.intake(), options(arguments[0], arguments[1]), InstantSource.system());
        Wire.until(
                () -> {
                    System.out.println(reader.status().topics().stream()
                            .mapToLong(TopicStatus::taken)
                            .sum());
                    return false;
                },
                () -> "nobody killed me");
    }
}
