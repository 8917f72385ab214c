package dev.redrive.kafka.ingest;

import dev.redrive.StreamIntake;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;

/** Writes batches to the store. */
final class BatchWriter {
    private final StreamIntake intake;
    private final Discovery discovery;

    BatchWriter(StreamIntake intake, Discovery discovery) {
        this.intake = intake;
        this.discovery = discovery;
    }

    void write(Batch batch) {
        checkStreams(batch);
        batch.countTooOld(
                intake.take(batch.records(), List.copyOf(batch.ranges().values())));
    }

    /**
     * A topic that is deleted and recreated has the same offsets again. Its id was read before its records; when
     * it is still the same after the records were read, they are of this topic and of no other.
     */
    private void checkStreams(Batch batch) {
        Map<String, String> streams = batch.streams();
        Map<String, Uuid> ids = discovery.ids(streams.keySet());
        streams.forEach((topic, stream) -> {
            Uuid id = ids.get(topic);
            if (id == null || !stream.equals(FoundTopic.stream(id, topic))) throw new TopicReplaced(topic);
        });
    }
}
