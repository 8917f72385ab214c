package dev.redrive.benchmarks.kafka;

import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.record.FailedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A plain producer that sends what the publisher would, made beforehand: no code of ours can be faster. */
final class RawProducer implements Publishing {
    private static final int RECORDS = 4_096;

    private final KafkaProducer<byte[], byte[]> producer;
    private final List<ProducerRecord<byte[], byte[]>> records;

    RawProducer(Map<String, Object> settings, List<ConsumerRecord<byte[], byte[]>> published, String topic) {
        this.producer = new KafkaProducer<>(settings);
        this.records = published.stream()
                .map(one -> new ProducerRecord<>(topic, null, one.key(), one.value(), one.headers()))
                .toList();
    }

    /** Lets the publisher publish some, and reads them again. */
    static List<ConsumerRecord<byte[], byte[]>> published(KafkaCluster kafka) throws Exception {
        kafka.create("sample.dlq");
        try (DlqPublisher publisher = DlqPublisher.on(kafka.client()).build()) {
            Acknowledged acknowledged = new Acknowledged();
            for (FailedRecord failed : FailedRecords.of("sample", RECORDS)) {
                var unused = publisher.publishAsync(failed).whenComplete((kept, thrown) -> acknowledged.heard(thrown));
            }
            acknowledged.await(RECORDS);
        }
        Map<String, Object> settings = new HashMap<>(kafka.client());
        settings.put("group.id", "sample");
        settings.put("auto.offset.reset", "earliest");
        settings.put("key.deserializer", ByteArrayDeserializer.class);
        settings.put("value.deserializer", ByteArrayDeserializer.class);
        List<ConsumerRecord<byte[], byte[]>> published = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            consumer.subscribe(List.of("sample.dlq"));
            while (published.size() < RECORDS)
                consumer.poll(Duration.ofSeconds(1)).forEach(published::add);
        }
        return published;
    }

    @Override
    public void send(int i, FailedRecord failed, Acknowledged acknowledged) {
        var unused = producer.send(records.get(i % records.size()), (metadata, thrown) -> acknowledged.heard(thrown));
    }

    @Override
    public void close() {
        producer.close();
    }
}
