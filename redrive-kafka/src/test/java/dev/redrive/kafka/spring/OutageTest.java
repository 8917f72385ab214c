package dev.redrive.kafka.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;

class OutageTest {
    private static final OutageOptions QUICK =
            new OutageOptions(0.5, 20, Duration.ofSeconds(10), 5, Duration.ofMillis(100), Duration.ofMillis(400));

    private final ListenerFixture here = new ListenerFixture(2);
    private final AtomicBoolean down = new AtomicBoolean(true);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> events = new CopyOnWriteArrayList<>();
    /** How often the listener had been called at the time of each probe event, which its own thread publishes. */
    private final List<Integer> callsWhenProbed = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        here.close();
    }

    private DlqErrorHandler handler() {
        return here.handler()
                .outage(QUICK)
                .meters(meters)
                .listen(new OutageListener() {
                    @Override
                    public void began(String listener, String errorType) {
                        events.add("began " + errorType);
                    }

                    @Override
                    public void probed(String listener, Duration untilNext) {
                        callsWhenProbed.add(here.calls.size());
                        events.add("probed");
                    }

                    @Override
                    public void ended(String listener, Duration lasted) {
                        events.add("ended");
                    }
                })
                .build();
    }

    private void process(String value) {
        here.calls.add(value);
        if (value.startsWith("bad")) throw new IllegalArgumentException("bad");
        if (down.get() || value.startsWith("slow")) throw new IllegalStateException(new ConnectException("refused"));
        here.processed.add(value);
    }

    private double gauge() {
        return meters.get("dlq.outage").gauge().value();
    }

    private MessageListener<String, String> listener() {
        return record -> process(record.value());
    }

    /** At least once each: a record that was tried out of its order comes again. */
    private static String[] orders(int count) {
        return IntStream.range(0, count).mapToObj(i -> "order-" + i).toArray(String[]::new);
    }

    private long probes() {
        return events.stream().filter("probed"::equals).count();
    }

    @Test
    void in_an_outage_the_container_is_paused_and_nothing_goes_to_the_dead_letter_topic() {
        for (int i = 0; i < 20; i++) here.send(i % 2, "order-" + i);

        ConcurrentMessageListenerContainer<Object, Object> container = here.container(here.properties(), listener());
        container.setConcurrency(2);
        handler().attachTo(container);
        assertThat(gauge()).isZero();
        container.start();

        here.await(() -> probes() >= 3);
        assertThat(events.get(0)).isEqualTo("began java.lang.IllegalStateException");
        assertThat(container.isPauseRequested()).isTrue();
        assertThat(gauge()).isEqualTo(1);
        assertThat(here.dlqRecords()).isEmpty();
        assertThat(here.committed(0) + here.committed(1)).isZero();
        down.set(false);
        here.await(() -> here.committed(0) == 10 && here.committed(1) == 10);
        assertThat(events).endsWith("ended").containsOnlyOnce("began java.lang.IllegalStateException");
        assertThat(here.processed).contains(orders(20));
        assertThat(container.isPauseRequested()).isFalse();
        assertThat(gauge()).isZero();
        assertThat(here.dlqRecords()).isEmpty();
    }

    @Test
    void a_probe_is_one_record() {
        for (int i = 0; i < 20; i++) here.send("order-" + i);

        here.start(here.properties(), listener(), handler());

        here.await(() -> probes() >= 4);
        List<Integer> calls = List.copyOf(callsWhenProbed);
        for (int i = 1; i < calls.size(); i++)
            assertThat(calls.get(i)).as("calls after probes: %s", calls).isEqualTo(calls.get(i - 1) + 1);
        assertThat(here.dlqRecords()).isEmpty();
    }

    @Test
    void a_permanent_error_is_published_also_after_an_outage_has_begun() {
        for (int i = 0; i < 10; i++) here.send("order-" + i);
        here.send(1, "bad");

        here.start(here.properties(), listener(), handler());

        here.await(() -> probes() >= 2);
        down.set(false);
        here.await(() -> here.committed(0) == 10 && here.committed(1) == 1);
        assertThat(here.dlqPayloads()).containsExactly("bad");
        assertThat(here.processed).contains(orders(10));
    }

    @Test
    void a_record_that_alone_looks_like_an_outage_is_stepped_over_and_published() {
        down.set(false);
        here.send("slow", "bad");
        for (int i = 0; i < 10; i++) here.send("order-" + i);

        here.start(here.properties(), listener(), handler());

        here.await(() -> here.committed() == 12);
        assertThat(here.dlqPayloads()).containsExactly("slow", "bad");
        assertThat(here.processed).contains(orders(10));
        assertThat(events).contains("ended");
    }

    @Test
    void a_batch_listener_is_paused_as_well() {
        for (int i = 0; i < 20; i++) here.send("order-" + i);

        BatchMessageListener<String, String> listener = records -> {
            if (down.get()) throw new IllegalStateException(new ConnectException("refused"));
            records.forEach(each -> here.processed.add(each.value()));
        };
        here.start(here.properties(), listener, handler());

        here.await(() -> probes() >= 2);
        down.set(false);
        here.await(() -> here.committed() == 20);
        assertThat(here.processed).contains(orders(20));
        assertThat(here.dlqRecords()).isEmpty();
    }

    @Test
    void a_container_that_is_stopped_in_an_outage_starts_again_unpaused() {
        for (int i = 0; i < 20; i++) here.send("order-" + i);

        ConcurrentMessageListenerContainer<Object, Object> container =
                here.start(here.properties(), listener(), handler());
        here.await(() -> probes() >= 1);
        container.stop();
        here.await(() -> events.contains("ended"));
        assertThat(gauge()).isZero();
        down.set(false);
        container.start();

        here.await(() -> here.committed() == 20);
        assertThat(here.processed).contains(orders(20));
        assertThat(here.dlqRecords()).isEmpty();
    }
}
