package dev.redrive.server.channels;

import dev.redrive.engine.TargetState;
import dev.redrive.letter.CauseId;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.target.NoTarget;
import dev.redrive.store.questions.Total;
import java.util.List;
import java.util.Locale;

/**
 * Everything on the page of one channel.
 *
 * @param isAsked whether its target has an address to be asked how it is
 * @param causes of the newest open letters; none for a caller who may not see causes
 */
public record ChannelView(ChannelReport report, boolean isAsked, List<CauseRow> causes) {
    public ChannelView {
        causes = List.copyOf(causes);
    }

    /** A cause and how many of the letters that were looked at have it. */
    public record CauseRow(CauseId id, String title, long letters) {}

    public ChannelSummary channel() {
        return report.summary();
    }

    public String name() {
        return channel().name();
    }

    public Flow flow() {
        return Flow.of(channel(), report.trouble().isPresent());
    }

    /** Whether it flows, as a sentence. */
    public String sentence() {
        return switch (flow()) {
            case HELD -> "Letters are captured and not sent until the channel is released. " + waiting();
            case NO_TARGET -> "Letters have no way back: no target is configured. " + waiting();
            case CIRCUIT_OPEN -> "Too many sends failed, so its target gets no letters for a while. " + waiting();
            case CIRCUIT_HALF_OPEN -> "Its target failed before; single letters try it. " + waiting();
            case TARGET_UNWELL -> "The target says that it is not well. " + waiting();
            case FLOWS -> "Letters go out when they are due. " + waiting();
            case EMPTY -> waiting();
        };
    }

    private String waiting() {
        String words = channel().backlog() == 0
                ? "No letter waits to be sent"
                : NameText.count(channel().backlog(), "letter waits", "letters wait") + " to be sent";
        long forPeople = channel().forPeople();
        return forPeople == 0
                ? words + "."
                : words + ", " + NameText.count(forPeople, "letter needs", "letters need") + " a decision.";
    }

    public long in() {
        return channel().lastHour().of(Measure.CAPTURED);
    }

    public long out() {
        return channel().lastHour().of(Measure.RESOLVED);
    }

    public long attempts() {
        return channel().lastHour().of(Measure.ATTEMPTED);
    }

    public String sequences() {
        Total waiting = report.queue().waitingSequences();
        String count = NameText.count(waiting.count(), "sequence waits", "sequences wait");
        return waiting.isLowerBound() ? "more than " + count : count;
    }

    public String rate(TargetState target) {
        if (target.ratePerSecond().isEmpty()) return "No rate limit";
        String rate = String.format(Locale.ROOT, "%.3f", target.ratePerSecond().getAsDouble())
                .replaceAll("\\.?0+$", "");
        return "at most " + rate + " a second";
    }

    public String concurrency(TargetState target) {
        if (target.concurrency().isEmpty()) return "found out by the engine";
        return "at most " + NameText.number(target.concurrency().getAsInt());
    }

    public String health() {
        if (report.trouble().isPresent()) return report.trouble().get();
        return isAsked ? "well, as it answers itself" : "not asked: the target has no health address";
    }

    public String noTarget() {
        return NoTarget.text(name());
    }

    /** Empty when no dead letter topic has letters of this channel. */
    public String kafkaLag() {
        return report.kafkaLag().isEmpty()
                ? ""
                : NameText.count(report.kafkaLag().getAsLong(), "record waits", "records wait");
    }

    public String letters() {
        return "/letters?channel=" + ChannelsView.encoded(name());
    }
}
