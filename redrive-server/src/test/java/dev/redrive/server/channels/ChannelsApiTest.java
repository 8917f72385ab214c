package dev.redrive.server.channels;

import static dev.redrive.server.archive.ArchivingQueue.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.archive.ArchivingQueue;
import dev.redrive.server.caller.Role;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.nodes.NodeReports;
import dev.redrive.server.target.TargetHealth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

class ChannelsApiTest {
    private final ArchivingQueue queue = ArchivingQueue.open("$.card");
    private final TargetHealth health = TargetHealth.of(queue.settings);

    ChannelsApiTest() {
        queue.serving(new ChannelsApi(
                new ChannelReports(
                        queue.redrive,
                        queue.settings,
                        queue.store.series(),
                        health,
                        caller -> KafkaReport.notConfigured(),
                        new NodeReports(queue.store, queue.redrive),
                        queue.clock),
                new ChannelCommands(queue.redrive, queue.settings, queue::audit, queue.clock),
                queue.settings));
    }

    @AfterEach
    void close() {
        health.close();
        queue.close();
    }

    // Looking

    @Test
    void channels_are_listed_with_the_most_open_letters_first() {
        queue.has("orders", LetterStatus.RESOLVED);
        queue.has("payments", LetterStatus.MANUAL);
        queue.has("payments", LetterStatus.PENDING);

        MockHttpServletResponse list = queue.get("/dlq/channels");

        assertThat(list.getStatus()).isEqualTo(200);
        assertThat(ArchivingQueue.<List<String>>read(list, "$.items[*].name")).containsExactly("payments", "orders");
        assertThat(ArchivingQueue.<Integer>read(list, "$.items[0].open")).isEqualTo(2);
        assertThat(ArchivingQueue.<Integer>read(list, "$.items[0].backlog")).isEqualTo(1);
        assertThat(ArchivingQueue.<Integer>read(list, "$.items[1].byStatus.RESOLVED"))
                .isEqualTo(1);
        assertThat(ArchivingQueue.<Integer>read(list, "$.total")).isEqualTo(2);
    }

    @Test
    void a_channel_without_a_target_says_so_and_how_to_give_it_one() {
        queue.has("payments", LetterStatus.PENDING);

        MockHttpServletResponse one = queue.get("/dlq/channels/payments");

        assertThat(ArchivingQueue.<Object>read(one, "$.target")).isNull();
        assertThat(ArchivingQueue.<String>read(one, "$.noTarget"))
                .contains("no target is configured for the channel payments", "redrive.channels");
    }

    @Test
    void a_channel_shows_its_flow_its_oldest_letter_its_target_and_its_policies() {
        queue.has("payments", LetterStatus.PENDING);
        queue.redrive.handle("pay*", letter -> {
            throw new IllegalStateException("not now");
        });
        queue.store
                .series()
                .add(List.of(new MinuteCount(queue.clock.instant(), "payments", MinuteCount.Measure.CAPTURED, 7)));

        MockHttpServletResponse one = queue.get("/dlq/channels/payments");

        assertThat(ArchivingQueue.<Integer>read(one, "$.lastHour.captured")).isEqualTo(7);
        assertThat(ArchivingQueue.<String>read(one, "$.oldestAt"))
                .isEqualTo(queue.clock.instant().toString());
        assertThat(ArchivingQueue.<Map<String, Object>>read(one, "$.target"))
                .containsEntry("name", "pay*")
                .containsEntry("circuit", "CLOSED")
                .containsEntry("ratePerSecond", null);
        assertThat(ArchivingQueue.<String>read(one, "$.policies[0].why")).isEqualTo("built in: retryability TRANSIENT");
        assertThat(ArchivingQueue.<String>read(one, "$.policies[0].strategy")).isEqualTo("exponential");
        assertThat(ArchivingQueue.<Integer>read(one, "$.waitingSequences")).isZero();
    }

    @Test
    void an_unknown_channel_is_not_found() {
        assertThat(queue.get("/dlq/channels/nothing").getStatus()).isEqualTo(404);
    }

    @Test
    void any_name_can_be_asked_for() {
        queue.has("a/b c", LetterStatus.MANUAL);
        queue.has("versions", LetterStatus.MANUAL);

        assertThat(ArchivingQueue.<String>read(queue.get("/dlq/channels?name=a/b c"), "$.name"))
                .isEqualTo("a/b c");
        assertThat(ArchivingQueue.<String>read(queue.get("/dlq/channels?name=versions"), "$.name"))
                .isEqualTo("versions");
        assertThat(queue.post("/dlq/channels/hold?name=a/b c").getStatus()).isEqualTo(201);
        assertThat(queue.post("/dlq/channels/release?name=a/b c").getStatus()).isEqualTo(200);
    }

    @Test
    void a_caller_sees_and_holds_only_channels_of_their_own() {
        queue.has("payments", LetterStatus.MANUAL);
        queue.has("orders", LetterStatus.MANUAL);
        queue.post("/dlq/channels/payments/hold");
        queue.as(Role.OPERATOR, "orders");

        assertThat(ArchivingQueue.<List<String>>read(queue.get("/dlq/channels"), "$.items[*].name"))
                .containsExactly("orders");
        assertThat(queue.get("/dlq/channels/payments").getStatus()).isEqualTo(403);
        assertThat(queue.post("/dlq/channels/payments/release").getStatus()).isEqualTo(403);
        assertThat(queue.redrive.channels().held()).hasSize(1);
    }

    // Holding and releasing

    @Test
    void a_hold_says_by_whom_when_and_why_and_is_audited_once() {
        queue.has("payments", LetterStatus.PENDING);

        MockHttpServletResponse held = queue.post("/dlq/channels/payments/hold", "{\"reason\": \"the bank is down\"}");
        String hold = "{\"channel\":\"payments\",\"by\":\"jo\",\"reason\":\"the bank is down\",\"since\":\""
                + queue.clock.instant() + "\"}";

        assertThat(held.getStatus()).isEqualTo(201);
        assertThat(body(held)).isEqualTo(hold);
        assertThat(body(queue.get("/dlq/channels/payments"))).contains("\"hold\":" + hold);
        queue.clock.forward(java.time.Duration.ofSeconds(1));
        MockHttpServletResponse again = queue.post("/dlq/channels/payments/hold", "{\"reason\": \"other\"}");
        assertThat(again.getStatus()).isEqualTo(200);
        assertThat(body(again)).isEqualTo(hold);
        assertThat(queue.audited).containsExactly("jo channel.hold payments: the bank is down 0");
    }

    @Test
    void a_channel_is_released_once() {
        queue.post("/dlq/channels/payments/hold");

        MockHttpServletResponse released = queue.post("/dlq/channels/payments/release", "{\"reason\": \"it is back\"}");

        assertThat(released.getStatus()).isEqualTo(200);
        assertThat(queue.post("/dlq/channels/payments/release").getStatus()).isEqualTo(404);
        assertThat(queue.redrive.channels().held()).isEmpty();
        assertThat(queue.audited).last().isEqualTo("jo channel.release payments: it is back 0");
    }

    @Test
    void an_unknown_member_is_refused() {
        assertThat(queue.post("/dlq/channels/payments/hold", "{\"why\": \"x\"}").getStatus())
                .isEqualTo(400);
        assertThat(queue.redrive.channels().held()).isEmpty();
    }

    @Test
    void a_viewer_from_whom_something_is_hidden_does_not_read_the_reason() {
        queue.post("/dlq/channels/payments/hold", "{\"reason\": \"card 4711\"}");

        String seen = body(queue.as(Role.VIEWER).get("/dlq/channels"));

        assertThat(seen).contains("payments").doesNotContain("4711");
    }
}
