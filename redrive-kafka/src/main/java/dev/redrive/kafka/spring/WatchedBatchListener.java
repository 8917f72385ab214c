package dev.redrive.kafka.spring;

import dev.redrive.kafka.record.ErrorInListener;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ListenerExecutionFailedException;
import org.springframework.kafka.listener.adapter.AbstractDelegatingMessageListenerAdapter;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.kafka.support.Acknowledgment;

/** The same as {@link WatchedListener} for batches. */
final class WatchedBatchListener<K, V> extends AbstractDelegatingMessageListenerAdapter<BatchMessageListener<K, V>>
        implements BatchMessageListener<K, V>, AsyncRepliesAware {
    private final ListenerWatch watch;

    WatchedBatchListener(BatchMessageListener<K, V> listener, ListenerWatch watch) {
        super(listener);
        this.watch = watch;
    }

    @Override
    public void onMessage(List<ConsumerRecord<K, V>> records) {
        call(records, () -> delegate.onMessage(records));
    }

    @Override
    public void onMessage(List<ConsumerRecord<K, V>> records, @Nullable Acknowledgment acknowledgment) {
        call(records, () -> delegate.onMessage(records, acknowledgment));
    }

    @Override
    public void onMessage(List<ConsumerRecord<K, V>> records, @Nullable Consumer<?, ?> consumer) {
        call(records, () -> delegate.onMessage(records, consumer));
    }

    @Override
    public void onMessage(
            List<ConsumerRecord<K, V>> records,
            @Nullable Acknowledgment acknowledgment,
            @Nullable Consumer<?, ?> consumer) {
        call(records, () -> delegate.onMessage(records, acknowledgment, consumer));
    }

    @Override
    public void onMessage(
            ConsumerRecords<K, V> records, @Nullable Acknowledgment acknowledgment, Consumer<K, V> consumer) {
        call(records, () -> {
            try {
                delegate.onMessage(records, acknowledgment, consumer);
            } catch (KafkaException e) {
                // The container does not wrap it here, and unwrapped it would be taken for a failed commit.
                throw new ListenerExecutionFailedException("the listener failed", e);
            }
        });
    }

    @Override
    public boolean wantsPollResult() {
        return delegate.wantsPollResult();
    }

    @Override
    public boolean isAsyncReplies() {
        return delegate instanceof AsyncRepliesAware async && async.isAsyncReplies();
    }

    private void call(Iterable<? extends ConsumerRecord<?, ?>> records, Runnable listener) {
        watch.called();
        try {
            listener.run();
            watch.batchSucceeded(records);
        } catch (Error e) {
            throw new ErrorInListener(e);
        } finally {
            watch.returned();
        }
    }
}
