package dev.redrive.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.server.caller.Scope;
import dev.redrive.testing.Await;
import dev.redrive.text.Glob;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.RawValue;

@Timeout(90)
class LiveEventsTest {
    private static final LetterId LETTER = LetterId.firstAt(Instant.parse("2026-03-02T10:00:00Z"));
    private static final Scope ORDERS = new Scope(List.of(new Glob("orders.*")));
    private static final String MOVED = """
            event: moved
            data: {"channel":"orders.new","count":1,"ids":["%s"],"move":"archive","by":"ann"}

            """.formatted(LETTER);

    private final Events events = new Events();
    private final LiveEvents live = new LiveEvents(events, JsonMapper.builder().build(), Duration.ofMillis(1));

    @BeforeEach
    void start() {
        live.start();
    }

    @AfterEach
    void stop() {
        live.stop();
    }

    @Test
    void a_watcher_gets_a_sign_of_life_and_then_what_happens() throws Exception {
        Page page = watch(Scope.all());

        captured("orders.new");
        assertThat(page.next()).isEqualTo("""
                event: captured
                data: {"id":"%s","channel":"orders.new","errorType":"Timeout","category":"TIMEOUT",\
                "causeId":"00000000-0000-0001-0000-000000000002","status":"PENDING","isNew":true}

                """.formatted(LETTER));

        events.publish(() -> new RedriveEvent.Attempted(
                LETTER,
                "orders.new",
                Attempt.Result.SUCCEEDED,
                LetterStatus.RESOLVED,
                1,
                Duration.ofMillis(7),
                null,
                "e-1"));
        assertThat(page.next()).isEqualTo("""
                event: attempted
                data: {"id":"%s","channel":"orders.new","result":"succeeded","status":"RESOLVED","retryCount":1,\
                "processingDuration":7,"errorType":null}

                """.formatted(LETTER));
    }

    @Test
    void whom_an_event_is_for_may_depend_on_all_their_channels() throws Exception {
        Page all = watch(Scope.all());
        Page orders = watch(ORDERS);

        live.publish("replay", Scope::isAll, () -> new RawValue("{\"id\":1}"));
        moved("orders.new");

        assertThat(all.next()).startsWith("event: replay\ndata: {\"id\":1}\n\n");
        assertThat(orders.next()).startsWith("event: moved");
    }

    @Test
    void every_decision_and_attempt_is_published() throws Exception {
        Page page = watch(Scope.all());

        moved("orders.new");
        assertThat(page.next()).isEqualTo(MOVED);
        events.publish(() -> new RedriveEvent.CircuitChanged("orders.*", RedriveEvent.Circuit.OPEN));
        assertThat(page.next()).isEqualTo("event: circuit\ndata: {\"target\":\"orders.*\",\"state\":\"OPEN\"}\n\n");
        events.publish(() -> new RedriveEvent.Spilled(3));
        assertThat(page.next()).isEqualTo("event: spilled\ndata: {\"count\":3}\n\n");
        live.publish("alert", Map.of("rule", "DLQBacklogGrowing"));
        assertThat(page.next()).isEqualTo("event: alert\ndata: {\"rule\":\"DLQBacklogGrowing\"}\n\n");
    }

    @Test
    void a_limited_watcher_gets_events_of_their_own_channels_only() throws Exception {
        Page page = watch(ORDERS);

        captured("payments");
        moved("payments");
        live.publish("alert", Map.of("rule", "all"));
        live.publish("alert", "orders.new", Map.of("rule", "mine"));

        assertThat(page.next()).isEqualTo("event: alert\ndata: {\"rule\":\"mine\"}\n\n");
        moved("orders.new");
        assertThat(page.next()).isEqualTo(MOVED);
    }

    @Test
    void a_slow_watcher_delays_no_other_and_gets_the_number_of_missed_events() throws Exception {
        Page slow = watch(Scope.all());
        Page quick = watch(Scope.all());
        slow.block();
        live.publish("first", 1);
        slow.awaitBlocked();
        assertThat(quick.next()).contains("event: first");

        for (int i = 0; i < Watcher.QUEUE + 44; i++) live.publish("more", i);
        slow.unblock();

        assertThat(slow.next()).contains("event: first");
        String rest = slow.next();
        assertThat(rest).endsWith("event: missed\ndata: {\"count\":44}\n\n");
        assertThat(rest.split("event: more", -1)).hasSize(Watcher.QUEUE + 1);
    }

    @Test
    void a_watcher_that_has_gone_frees_its_place() throws Exception {
        Page page = watch(Scope.all());
        for (int i = 1; i < LiveEvents.MOST_WATCHERS; i++)
            assertThat(live.join(Scope.all(), new Page())).isPresent();
        assertThat(live.join(Scope.all(), new Page())).isEmpty();

        page.leave();

        assertThat(live.join(Scope.all(), new Page())).isPresent();
        assertThat(live.join(Scope.all(), new Page())).isEmpty();
    }

    @Test
    void a_watcher_that_cannot_be_written_to_is_removed() throws Exception {
        for (int i = 0; i < LiveEvents.MOST_WATCHERS; i++) {
            Page page = watch(Scope.all());
            page.breakDown();
            live.publish("hello", i);
            page.broken.await();
        }

        // Forgetting comes right after the failed write, on the sender's thread.
        Await.until(() -> live.join(Scope.all(), new Page()).isPresent());
    }

    @Test
    void when_it_stops_all_streams_are_closed() throws Exception {
        Page page = watch(Scope.all());

        live.stop();

        assertThat(page.closed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_watcher_that_cannot_be_closed_does_not_delay_the_others() throws Exception {
        List<Page> pages = List.of(watch(Scope.all()), watch(Scope.all()), watch(Scope.all()));
        for (Page page : pages) page.cannotClose = true;

        live.stop();

        assertThat(pages).allSatisfy(page -> assertThat(page.closed.getCount()).isZero());
    }

    @Test
    void a_watcher_that_joins_after_the_end_is_closed_at_once() {
        live.stop();
        Page page = new Page();

        assertThat(live.join(Scope.all(), page)).isPresent();

        assertThat(page.closed.getCount()).isZero();
    }

    @Test
    void a_watcher_whose_text_cannot_be_made_is_closed() throws Exception {
        Page page = watch(Scope.all());

        live.publish("broken", Scope::isAll, () -> {
            throw new IllegalStateException("no text");
        });

        assertThat(page.closed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void an_error_closes_a_watcher_too() throws Exception {
        Page page = watch(Scope.all());

        live.publish("broken", Scope::isAll, () -> {
            throw new NoClassDefFoundError("no text");
        });

        assertThat(page.closed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private void captured(String channel) {
        events.publish(() -> new RedriveEvent.Captured(
                LETTER, channel, "Timeout", Category.TIMEOUT, new CauseId(new UUID(1, 2)), LetterStatus.PENDING, true));
    }

    private void moved(String channel) {
        events.publish(() -> new RedriveEvent.Moved(channel, List.of(LETTER), Move.ARCHIVE, "ann"));
    }

    /** Joins, and has seen the first sign of life. */
    private Page watch(Scope scope) throws InterruptedException {
        Page page = new Page();
        page.leave = live.join(scope, page).orElseThrow();
        assertThat(page.next()).isEqualTo(":\n\n");
        return page;
    }

    /** A page that is open somewhere. */
    private static final class Page implements Watcher.Outlet {
        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        private final CountDownLatch closed = new CountDownLatch(1);
        private final CountDownLatch broken = new CountDownLatch(1);
        private final CountDownLatch blocked = new CountDownLatch(1);
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean fails;
        private volatile boolean cannotClose;
        private Runnable leave = () -> {};

        @Override
        public void write(String text) throws IOException {
            if (fails) {
                broken.countDown();
                throw new IOException("connection reset by peer");
            }
            if (gate.getCount() > 0) blocked.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            texts.add(text);
        }

        @Override
        public void close() {
            closed.countDown();
            if (cannotClose) throw new IllegalStateException("closed already");
        }

        String next() throws InterruptedException {
            String text = texts.poll(30, TimeUnit.SECONDS);
            return text == null ? "nothing came" : text;
        }

        void block() {
            gate = new CountDownLatch(1);
        }

        void awaitBlocked() throws InterruptedException {
            blocked.await();
        }

        void unblock() {
            gate.countDown();
        }

        void breakDown() {
            fails = true;
        }

        void leave() {
            leave.run();
        }
    }
}
