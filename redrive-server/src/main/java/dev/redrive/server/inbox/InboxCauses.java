package dev.redrive.server.inbox;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.letter.CauseId;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.causes.CauseLabel;
import dev.redrive.server.causes.CauseTrendChart;
import dev.redrive.server.causes.IgnoredText;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.Sparkline;
import dev.redrive.server.replays.CauseReplays;
import dev.redrive.server.stats.RecentAnswers;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Lists the causes of the inbox, worst first, and counts those of each tab. */
@Component
public final class InboxCauses {
    private static final int SHOWN = 50;
    private static final int REMEMBERED = 2000;
    private static final Duration FRESH = Duration.ofSeconds(30);

    /** The list waits no longer for trends; those that are missing come with the next changes. */
    private static final Duration TIME_FOR_TRENDS = Duration.ofMillis(40);

    private final Letters letters;
    private final CauseTrendChart trends;
    private final CauseReplays replays;
    private final CauseTeams teams;
    private final RecentAnswers<CauseId, Sparkline> recentTrends;

    public InboxCauses(
            Letters letters, CauseTrendChart trends, CauseReplays replays, CauseTeams teams, InstantSource clock) {
        this.letters = letters;
        this.trends = trends;
        this.replays = replays;
        this.teams = teams;
        this.recentTrends = new RecentAnswers<>(clock, FRESH, REMEMBERED);
    }

    /** A cause, and what a reader sees of its state. */
    private record Labelled(Cause cause, CauseLabel label) {}

    /** All causes that the inbox looks at, at one time. */
    final class Found {
        private final List<Labelled> worstFirst;
        private final boolean isMore;
        private final Caller caller;

        private Found(List<Labelled> worstFirst, boolean isMore, Caller caller) {
            this.worstFirst = worstFirst;
            this.isMore = isMore;
            this.caller = caller;
        }

        boolean isMore() {
            return isMore;
        }

        /** Those that are open and that nobody looks after. */
        long urgent() {
            return of(InboxTab.OPEN).stream()
                    .filter(one -> !one.cause().care().isAssigned())
                    .count();
        }

        long count(InboxTab tab) {
            return of(tab).size();
        }

        InboxView.Causes shown(InboxView.Choice choice, PageFrame frame, Masking masking) {
            List<Labelled> all = of(choice.tab());
            int from = Math.min(choice.from(), all.size());
            int to = Math.min(all.size(), from + SHOWN);
            return new InboxView.Causes(
                    Arrays.stream(InboxTab.values())
                            .map(tab -> new InboxView.Tab(
                                    tab, count(tab), isMore, choice.with(tab).address()))
                            .toList(),
                    rows(all.subList(from, to), frame, masking, caller),
                    to < all.size() ? Optional.of(choice.from(to).address()) : Optional.empty());
        }

        private List<Labelled> of(InboxTab tab) {
            return worstFirst.stream()
                    .filter(one -> tab.has(one.cause(), one.label(), caller.name()))
                    .toList();
        }
    }

    Found find(Caller caller, Instant now) {
        List<Cause> causes = letters.causes(CauseQuery.top(Query.MAX_LIMIT));
        List<Labelled> sorted = causes.stream()
                .map(cause -> new Labelled(cause, CauseLabel.of(cause, now)))
                .sorted(Comparator.comparing(InboxCauses::rank)
                        .thenComparing(one -> -one.cause().letters())
                        .thenComparing(one -> one.cause().lastSeen(), Comparator.reverseOrder()))
                .toList();
        return new Found(sorted, causes.size() == Query.MAX_LIMIT, caller);
    }

    private static int rank(Labelled one) {
        if (one.label().isUrgent()) return one.cause().care().isAssigned() ? 1 : 0;
        return one.label() == CauseLabel.ACKNOWLEDGED ? 1 : 2;
    }

    private List<InboxView.Row> rows(List<Labelled> some, PageFrame frame, Masking masking, Caller caller) {
        long deadline = System.nanoTime() + TIME_FOR_TRENDS.toNanos();
        List<InboxView.Row> rows = new ArrayList<>();
        for (Labelled one : some) {
            Cause cause = one.cause();
            boolean isInTime = System.nanoTime() - deadline < 0;
            rows.add(new InboxView.Row(
                    masking.shown(cause),
                    one.label(),
                    IgnoredText.of(cause, frame),
                    place(cause),
                    teams.channels(cause.id()),
                    teams.of(cause.id()).map(TeamSettings::name),
                    isInTime
                            ? Optional.of(recentTrends.get(cause.id(), () -> trends.of(cause)))
                            : recentTrends.known(cause.id()),
                    replays.of(caller, cause.id()).stream().findFirst()));
        }
        return rows;
    }

    /** {@code shop.PaymentClient.charge} as {@code PaymentClient.charge}. */
    private static Optional<String> place(Cause cause) {
        return cause.fingerprint().frames().stream().findFirst().map(frame -> {
            int method = frame.lastIndexOf('.');
            return frame.contains(" ") || method < 0
                    ? frame
                    : NameText.simpleName(frame.substring(0, method)) + frame.substring(method);
        });
    }
}
