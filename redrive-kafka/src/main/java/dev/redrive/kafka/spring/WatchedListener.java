package dev.redrive.kafka.spring;

import dev.redrive.kafka.record.ErrorInListener;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.listener.adapter.AbstractDelegatingMessageListenerAdapter;
import org.springframework.kafka.listener.adapter.AsyncRepliesAware;
import org.springframework.kafka.support.Acknowledgment;

/** A record listener whose calls are observed and whose {@code Error}s are failures like others. */
final class WatchedListener<K, V> extends AbstractDelegatingMessageListenerAdapter<MessageListener<K, V>>
        implements MessageListener<K, V>, AsyncRepliesAware {
    private final ListenerWatch watch;

    WatchedListener(MessageListener<K, V> listener, ListenerWatch watch) {
        super(listener);
        this.watch = watch;
    }

    @Override
    public void onMessage(ConsumerRecord<K, V> record) {
        call(record, () -> delegate.onMessage(record));
    }

    @Override
    public void onMessage(ConsumerRecord<K, V> record, @Nullable Acknowledgment acknowledgment) {
        call(record, () -> delegate.onMessage(record, acknowledgment));
    }

    @Override
    public void onMessage(ConsumerRecord<K, V> record, @Nullable Consumer<?, ?> consumer) {
        call(record, () -> delegate.onMessage(record, consumer));
    }

    @Override
    public void onMessage(
            ConsumerRecord<K, V> record, @Nullable Acknowledgment acknowledgment, @Nullable Consumer<?, ?> consumer) {
        call(record, () -> delegate.onMessage(record, acknowledgment, consumer));
    }

    @Override
    public boolean isAsyncReplies() {
        return delegate instanceof AsyncRepliesAware async && async.isAsyncReplies();
    }

    private void call(ConsumerRecord<K, V> record, Runnable listener) {
        watch.called();
        try {
            listener.run();
            watch.succeeded(record);
        } catch (Error e) {
            throw new ErrorInListener(e);
        } finally {
            watch.returned();
        }
    }
}
