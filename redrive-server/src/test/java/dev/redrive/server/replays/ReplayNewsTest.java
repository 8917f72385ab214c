package dev.redrive.server.replays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReplayNewsTest {
    private static final Json BOTH = Json.of("""
            {"count":2,"channels":[{"name":"orders","count":1,"target":null},{"name":"bills","count":1}],"otherChannels":0}""");

    private static Replay replay(Json plan) {
        Replay fresh = Replay.fresh(
                ReplayId.of("0195a3c4-5d6e-7f80-8123-456789abcdef"),
                "ann",
                Instant.parse("2026-03-02T10:00:00Z"),
                Json.EMPTY_OBJECT,
                Brakes.defaults(),
                ReplayTask.plain());
        return fresh.planned(ReplayPlan.of(plan));
    }

    private static boolean sees(Replay replay, String name, String... channels) {
        Caller caller = new Caller(
                name,
                Role.VIEWER,
                "",
                ReplayServer.caller(Role.VIEWER, channels).channels());
        return ReplayScope.maySee(caller, replay);
    }

    @Test
    void only_callers_with_all_channels_of_a_replay_see_it() {
        assertThat(sees(replay(BOTH), "jo")).isTrue();
        assertThat(sees(replay(BOTH), "jo", "orders", "b*")).isTrue();
        assertThat(sees(replay(BOTH), "jo", "orders")).isFalse();
        assertThat(sees(replay(BOTH), "ann", "orders")).isFalse();
    }

    @Test
    void one_that_names_not_all_its_channels_is_its_makers() {
        Json more = Json.of("{\"channels\":[{\"name\":\"orders\"}],\"otherChannels\":5}");

        assertThat(sees(replay(more), "jo", "orders")).isFalse();
        assertThat(sees(replay(more), "ann", "orders")).isTrue();
        assertThat(sees(replay(Json.EMPTY_OBJECT), "jo", "orders")).isFalse();
        assertThat(sees(replay(Json.EMPTY_OBJECT), "jo")).isTrue();
    }

    @Test
    void the_news_of_a_replay_are_its_state_and_progress() {
        assertThat(ReplayJson.news(replay(BOTH))).isEqualTo("""
                {"id":"0195a3c4-5d6e-7f80-8123-456789abcdef","state":"PLANNED","reason":null,\
                "progress":{"matched":2,"planned":2,"sent":0,"resolved":0,"cameBack":0,"failed":0,"skipped":0,\
                "cancelled":0,"replayed":0,"step":0,"steps":[],"activeMillis":0,"ratePerSecond":0.0}}""");
    }
}
