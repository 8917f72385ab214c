package dev.redrive.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Move;
import dev.redrive.server.caller.Scope;
import dev.redrive.testing.Await;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class PageChangesTest {
    private static final Scope PAYMENTS = new Scope(List.of(new Glob("payments")));

    private final SettableClock clock = SettableClock.standing();
    private final Events events = new Events();
    private final AtomicInteger elsewhere = new AtomicInteger();
    private final PageChanges changes = new PageChanges(
            events,
            List.<ChangeSource>of(() -> Map.of("replays", elsewhere.get())),
            JsonMapper.builder().build(),
            clock);

    /** What one open page was sent. */
    private static final class Tab implements Watcher.Outlet {
        final List<String> got = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void write(String text) {
            got.add(text);
        }

        @Override
        public void close() {}

        String all() {
            synchronized (got) {
                return String.join("", got);
            }
        }

        void awaitText(String wanted) {
            Await.until(() -> all().contains(wanted));
        }
    }

    @AfterEach
    void stop() {
        changes.stop();
    }

    private Tab open(Scope scope, @Nullable String lastSeen) {
        Tab tab = new Tab();
        Runnable unused = changes.join(scope, tab, lastSeen).orElseThrow();
        tab.awaitText("event: ");
        return tab;
    }

    private LetterId moved(String channel) {
        LetterId id = LetterId.firstAt(clock.instant());
        events.publish(() -> new RedriveEvent.Moved(channel, List.of(id), Move.ARCHIVE, "ann"));
        clock.forward(Duration.ofSeconds(1));
        return id;
    }

    private void tick() {
        changes.tick();
        clock.forward(Duration.ofSeconds(1));
    }

    @Test
    void what_happened_within_a_second_is_one_event_with_topics_and_ids() {
        Tab tab = open(Scope.all(), null);

        LetterId first = moved("orders");
        LetterId second = moved("payments");
        tick();

        tab.awaitText("\"topics\":[\"letters\"],\"ids\":[\"" + first + "\",\"" + second + "\"]");
        assertThat(tab.all().split("event: changed", -1)).hasSize(2);
    }

    @Test
    void a_page_that_is_limited_to_channels_learns_of_those_only() {
        Tab all = open(Scope.all(), null);
        Tab limited = open(PAYMENTS, null);

        LetterId hidden = moved("orders");
        tick();
        all.awaitText(hidden.toString());
        LetterId shown = moved("payments");
        tick();

        limited.awaitText(shown.toString());
        assertThat(limited.all()).doesNotContain(hidden.toString());
        assertThat(limited.all().split("event: changed", -1)).hasSize(2);
    }

    @Test
    void a_page_that_was_away_gets_what_it_missed_as_one_change() {
        Tab tab = open(Scope.all(), null);
        moved("orders");
        tick();
        tab.awaitText("id: ");
        String known = tab.all().replaceAll("(?s).*id: (\\S+)\n.*", "$1");
        LetterId second = moved("orders");
        tick();
        LetterId third = moved("orders");
        tick();
        tab.awaitText(third.toString());

        Tab back = open(Scope.all(), known);

        back.awaitText("\"ids\":[\"" + second + "\",\"" + third + "\"]");
        assertThat(back.all()).doesNotContain("missed");
    }

    @Test
    void what_is_not_remembered_is_missed() {
        assertThat(open(Scope.all(), "another-7").all()).contains("event: missed");
        assertThat(open(Scope.all(), "no number").all()).contains("event: missed");
    }

    @Test
    void changes_of_other_nodes_are_found_by_looking() {
        Tab tab = open(Scope.all(), null);
        tick();
        elsewhere.incrementAndGet();
        clock.forward(Duration.ofSeconds(3));

        tick();

        tab.awaitText("\"topics\":[\"replays\"],\"ids\":[]");
    }

    @Test
    void very_many_changes_name_some_and_say_that_there_are_more() {
        Tab tab = open(Scope.all(), null);
        for (int i = 0; i < 500; i++) changes.note("letters", "orders", "letter-" + i);

        tick();

        tab.awaitText("\"more\":true");
        assertThat(tab.all()).contains("letter-199\"").doesNotContain("letter-200\"");
    }

    @Test
    void nothing_is_kept_while_no_page_is_open() {
        moved("orders");
        tick();

        Tab tab = open(Scope.all(), null);
        tick();

        assertThat(tab.all()).doesNotContain("changed");
    }
}
