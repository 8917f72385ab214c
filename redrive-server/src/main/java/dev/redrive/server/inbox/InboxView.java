package dev.redrive.server.inbox;

import dev.redrive.cause.Cause;
import dev.redrive.server.alerts.FiringAlert;
import dev.redrive.server.causes.CauseLabel;
import dev.redrive.server.causes.CauseNotice;
import dev.redrive.server.charts.Chart;
import dev.redrive.server.charts.ChartRange;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.Sparkline;
import dev.redrive.server.replays.CauseReplay;
import dev.redrive.server.stats.HealthVerdict;
import java.util.List;
import java.util.Optional;

/**
 * Everything in the inbox.
 *
 * @param isNew true as long as no letter was ever captured
 * @param chartScript where the library for charts is
 */
public record InboxView(
        Health health,
        Optional<Causes> causes,
        Choice choice,
        List<Chart> charts,
        String chartScript,
        KafkaReport kafka,
        Optional<CauseNotice> notice,
        boolean isNew) {

    /**
     * How the queue is: one sentence, and what is behind it.
     *
     * @param urgent causes that nobody has decided about or looks after
     * @param reasons of the health that no alert says
     */
    public record Health(
            HealthVerdict.Level level,
            long urgent,
            boolean isMore,
            long open,
            List<FiringAlert> alerts,
            List<String> reasons) {
        public Health {
            alerts = List.copyOf(alerts);
            reasons = List.copyOf(reasons);
        }

        /** The class of the style sheet that has its colour. */
        public String tone() {
            if (urgent > 0 || level == HealthVerdict.Level.UNHEALTHY) return "unhealthy";
            return isCalm() ? "healthy" : "degraded";
        }

        public String title() {
            if (urgent > 0) return "Needs you";
            return isCalm() ? "All quiet" : "Worth a look";
        }

        public boolean isCalm() {
            return urgent == 0 && details() == 0;
        }

        public int details() {
            return alerts.size() + reasons.size();
        }

        public String sentence() {
            String letters =
                    open == 0 ? "No letter is open" : NameText.count(open, "letter is", "letters are") + " open";
            if (urgent == 0) return letters + ".";
            String causes = NameText.number(urgent)
                    + (isMore ? " or more causes are" : urgent == 1 ? " cause is" : " causes are");
            return causes + " open and nobody has decided about " + (urgent == 1 && !isMore ? "it" : "them") + ". "
                    + letters + ".";
        }

        public String detailWords() {
            if (alerts.isEmpty()) return reasons.size() == 1 ? "why" : "why, in " + reasons.size() + " points";
            return NameText.count(alerts.size(), "alert", "alerts") + " firing";
        }
    }

    /**
     * The causes of a tab, worst first.
     *
     * @param next the address of those behind
     */
    public record Causes(List<Tab> tabs, List<Row> rows, Optional<String> next) {}

    /**
     * A tab, and how many causes it has.
     *
     * @param isMore true when there are more than were counted
     */
    public record Tab(InboxTab tab, long count, boolean isMore, String address) {
        public String words() {
            return NameText.number(count) + (isMore ? "+" : "");
        }
    }

    /**
     * A cause in the list.
     *
     * @param ignored until when it is ignored; empty when that is for good, or when it is not ignored
     * @param place the application's line where it happened; empty when the trace names none
     * @param team the one that owns its channels
     * @param trend empty when it was not made in time
     */
    public record Row(
            Cause cause,
            CauseLabel label,
            String ignored,
            Optional<String> place,
            List<String> channels,
            Optional<String> team,
            Optional<Sparkline> trend,
            Optional<CauseReplay> replay) {
        /** True when it is open and nobody looks after it. */
        public boolean isUrgent() {
            return label.isUrgent() && !cause.care().isAssigned();
        }

        /** Who looks after it, or else whose channels it is in. */
        public Optional<String> owner() {
            return Optional.ofNullable(cause.care().assignee()).or(() -> team.map(name -> "team " + name));
        }
    }

    /** What the reader asked for in the address. */
    public record Choice(InboxTab tab, ChartRange range, int from) {
        public String address() {
            return "/?tab=" + tab.word() + "&range=" + range.word() + (from == 0 ? "" : "&from=" + from);
        }

        public Choice with(InboxTab other) {
            return new Choice(other, range, 0);
        }

        public Choice with(ChartRange other) {
            return new Choice(tab, other, from);
        }

        Choice from(int place) {
            return new Choice(tab, range, place);
        }
    }
}
