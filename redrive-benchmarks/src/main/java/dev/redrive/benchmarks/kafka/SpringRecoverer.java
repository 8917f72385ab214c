package dev.redrive.benchmarks.kafka;

import dev.redrive.kafka.record.FailedRecord;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.support.ProducerListener;

/** What Spring Kafka has for the same purpose. */
final class SpringRecoverer implements Publishing {
    private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
    private final DeadLetterPublishingRecoverer recoverer;
    private volatile @Nullable Acknowledged acknowledged;

    private SpringRecoverer(Map<String, Object> settings) {
        this.producers = new DefaultKafkaProducerFactory<>(settings);
        KafkaTemplate<byte[], byte[]> template = new KafkaTemplate<>(producers);
        template.setProducerListener(new Listener());
        this.recoverer = new DeadLetterPublishingRecoverer(template);
    }

    /** As it is unless one changes it. */
    static SpringRecoverer waiting(Map<String, Object> settings) {
        return new SpringRecoverer(settings);
    }

    /** The fastest that we found. It loses what the broker does not take. */
    static SpringRecoverer notWaiting(Map<String, Object> settings) {
        SpringRecoverer spring = new SpringRecoverer(settings);
        spring.recoverer.setFailIfSendResultIsError(false);
        spring.recoverer.setVerifyPartition(false);
        return spring;
    }

    private final class Listener implements ProducerListener<byte[], byte[]> {
        @Override
        public void onSuccess(ProducerRecord<byte[], byte[]> sent, RecordMetadata metadata) {
            tell(null);
        }

        @Override
        public void onError(
                ProducerRecord<byte[], byte[]> sent, @Nullable RecordMetadata metadata, @Nullable Exception thrown) {
            tell(thrown);
        }

        private void tell(@Nullable Exception thrown) {
            Acknowledged current = acknowledged;
            if (current != null) current.heard(thrown);
        }
    }

    @Override
    public void send(int i, FailedRecord failed, Acknowledged heard) {
        if (acknowledged != heard) acknowledged = heard;
        recoverer.accept(failed.record(), null, (Exception) failed.thrown());
    }

    @Override
    public void close() {
        producers.destroy();
    }
}
