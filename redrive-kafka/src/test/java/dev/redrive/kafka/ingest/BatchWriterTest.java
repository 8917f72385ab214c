package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Redrive;
import dev.redrive.kafka.SharedBroker;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class BatchWriterTest {
    @Test
    void what_was_read_of_a_topic_that_is_another_one_now_is_not_stored() {
        DeadLetterStore store = new InMemoryDeadLetterStore(InstantSource.system());
        String topic = RawTopic.fresh("replaced") + ".dlq";
        String stream = FoundTopic.stream(Uuid.randomUuid(), topic);
        Batch batch = new Batch();
        batch.read(new TopicPartition(topic, 0), stream, 0, 5);

        try (RawTopic wire = new RawTopic(SharedBroker.bootstrapServers());
                Redrive redrive = Redrive.on(store).open();
                Discovery discovery = new Discovery(
                        Map.of("bootstrap.servers", SharedBroker.bootstrapServers()), TopicChoice.deadLetterTopics())) {
            wire.topic(topic, 1);
            BatchWriter writer = new BatchWriter(redrive.intake(), discovery);

            assertThatThrownBy(() -> writer.write(batch)).isInstanceOf(TopicReplaced.class);
            assertThat(store.positions(stream)).isEmpty();
        }
    }
}
