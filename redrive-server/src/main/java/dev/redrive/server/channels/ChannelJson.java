package dev.redrive.server.channels;

import dev.redrive.engine.TargetState;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.access.Masking;
import dev.redrive.server.nodes.NodeCircuit;
import dev.redrive.server.target.NoTarget;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.questions.ChannelQueue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes channels as a caller may see them. */
record ChannelJson(JsonOutput out, Masking masking) {
    /** What a list says of a channel too; inside an object. */
    void fields(ChannelSummary channel) {
        out.text("name", channel.name());
        out.text("team", channel.team().orElse(null));
        counts(channel.counts());
        out.number("open", channel.counts().open());
        out.number("backlog", channel.backlog());
        out.startObject("lastHour");
        for (Measure measure : Measure.values())
            out.number(
                    measure.name().toLowerCase(Locale.ROOT), channel.lastHour().of(measure));
        out.endObject();
    }

    private void counts(StatusCounts counts) {
        out.startObject("byStatus");
        for (LetterStatus status : LetterStatus.values()) out.number(status.name(), counts.of(status));
        out.endObject();
    }

    void hold(Optional<ChannelHold> hold) {
        out.name("hold");
        if (hold.isEmpty()) out.nullValue();
        else hold(hold.get());
    }

    void hold(ChannelHold hold) {
        out.startObject();
        out.text("channel", hold.channel());
        out.text("by", hold.by());
        out.text("reason", masking.notes(hold.reason()));
        out.time("since", hold.since());
        out.endObject();
    }

    /** @param trouble what is wrong with it, as it said itself when asked */
    void target(ChannelSummary channel, @Nullable String trouble) {
        out.name("target");
        if (channel.target().isEmpty()) {
            out.nullValue();
            out.text("noTarget", NoTarget.text(channel.name()));
            return;
        }
        TargetState state = channel.target().get();
        out.startObject();
        out.text("name", state.name());
        out.text("circuit", state.circuit().name());
        out.time("openUntil", state.openUntil().orElse(null));
        out.name("ratePerSecond");
        if (state.ratePerSecond().isEmpty()) out.nullValue();
        else out.raw(Double.toString(state.ratePerSecond().getAsDouble()));
        out.name("concurrency");
        if (state.concurrency().isEmpty()) out.nullValue();
        else out.number(state.concurrency().getAsInt());
        out.text("trouble", trouble);
        out.endObject();
    }

    void circuitsElsewhere(List<NodeCircuit> circuits) {
        out.startArray("circuitsElsewhere");
        for (NodeCircuit circuit : circuits) {
            out.startObject();
            out.text("node", circuit.node());
            out.text("circuit", circuit.state());
            out.endObject();
        }
        out.endArray();
    }

    void queue(ChannelQueue queue) {
        out.time("nextDueAt", queue.nextDue().orElse(null));
        out.number("waitingSequences", queue.waitingSequences().count());
        out.bool("waitingSequencesIsLowerBound", queue.waitingSequences().isLowerBound());
    }

    void policies(List<ChannelPolicies.InForce> policies) {
        out.startArray("policies");
        for (ChannelPolicies.InForce one : policies) {
            out.startObject();
            out.text("errorType", one.errorType());
            out.text("category", one.category().name());
            out.text("retryability", one.retryability().name());
            out.number("letters", one.letters());
            out.text("strategy", one.policy().strategy().word());
            out.number("maxRetries", one.policy().maxRetries());
            out.text("why", one.why());
            out.endObject();
        }
        out.endArray();
    }

    /** Nothing when no dead letter topic has letters of this channel. */
    void kafka(OptionalLong lag) {
        out.name("kafkaLag");
        if (lag.isEmpty()) out.nullValue();
        else out.number(lag.getAsLong());
    }
}
