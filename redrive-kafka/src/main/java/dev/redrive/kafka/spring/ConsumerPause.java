package dev.redrive.kafka.spring;

import java.time.Duration;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Pauses a consumer between the tries of a record. It goes on polling meanwhile, so it stays in its group. */
record ConsumerPause(ProbeTimer timer, ContainerOutages outages) {

    /** Pauses the consumer that reads this partition. */
    void pause(MessageListenerContainer container, TopicPartition partition, Duration time) {
        if (time.isZero() || !container.isRunning()) return;
        MessageListenerContainer consumer = container.getContainerFor(partition.topic(), partition.partition());
        consumer.pause();
        timer.later(time, () -> resume(consumer, container));
    }

    /** Not when the whole container was paused meanwhile. */
    private void resume(MessageListenerContainer consumer, MessageListenerContainer container) {
        Outage outage = outages.of(container);
        boolean isHeld = consumer == container ? outage != null && outage.isOn() : container.isPauseRequested();
        if (!isHeld) consumer.resume();
    }
}
