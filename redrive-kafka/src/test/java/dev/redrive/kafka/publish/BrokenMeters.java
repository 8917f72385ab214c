package dev.redrive.kafka.publish;

import dev.redrive.letter.Category;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Meters that are called and fail, each time. */
public final class BrokenMeters implements DlqMeters {
    final Queue<String> calls = new ConcurrentLinkedQueue<>();

    @Override
    public void published(String topic, Category category) {
        fail("published " + topic + " " + category);
    }

    @Override
    public void notPublished(String topic, String errorType) {
        fail("notPublished " + topic + " " + errorType);
    }

    @Override
    public void payloadCut(String topic) {
        fail("payloadCut " + topic);
    }

    @Override
    public void retried(String topic) {
        fail("retried " + topic);
    }

    @Override
    public void notRetried(String topic) {
        fail("notRetried " + topic);
    }

    private void fail(String call) {
        calls.add(call);
        throw new IllegalStateException("the registry is closed");
    }
}
