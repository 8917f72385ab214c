package dev.redrive.examples.shop;

import dev.redrive.cause.Cause;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The state of the shop and of its dead letters as lines of text. */
final class Report {
    private static final int CAUSES = 5;
    private static final int NEWEST = 5;
    private static final int WIDTH = 100;

    private final Shop shop;
    private final InstantSource clock;

    Report(Shop shop, InstantSource clock) {
        this.shop = shop;
        this.clock = clock;
    }

    String counts() {
        StatusCounts counts = shop.letters().tallies().byStatus();
        return String.format(
                Locale.ROOT,
                "sold %4d | pending %3d  retrying %2d  failed %3d  manual %2d  resolved %4d",
                shop.sales(),
                counts.of(LetterStatus.PENDING),
                counts.of(LetterStatus.RETRYING),
                counts.of(LetterStatus.FAILED),
                counts.of(LetterStatus.MANUAL),
                counts.of(LetterStatus.RESOLVED));
    }

    String services() {
        return "payments " + word(shop.payments.line, "up", "DOWN") + circuit(Shop.PAYMENTS) + " | invoice schema "
                + word(shop.schema, "right", "WRONG") + " | partner " + word(shop.partner.limit, "open", "LIMITED")
                + circuit(Shop.WEBHOOKS);
    }

    private String circuit(String channel) {
        return shop.isCircuitOpen(channel) ? " (circuit open)" : "";
    }

    private static String word(Switch what, String good, String bad) {
        return what.isBroken() ? bad : good;
    }

    List<String> causes() {
        List<String> lines = new ArrayList<>();
        for (Cause cause : shop.letters().causes(CauseQuery.top(CAUSES))) {
            StatusCounts counts = cause.counts();
            lines.add(cut(String.format(
                    Locale.ROOT, "%4d open %5d in all  %s", counts.open(), counts.total(), cause.title())));
        }
        return lines;
    }

    List<String> newest() {
        Instant now = clock.instant();
        return shop.letters().search(Query.newest(Filter.all(), NEWEST)).items().stream()
                .map(letter -> line(letter, now))
                .toList();
    }

    private static String line(Summary letter, Instant now) {
        LetterState standing = letter.state();
        return cut(String.format(
                Locale.ROOT,
                "%-8s %-14s %-8s tries %2d  %-12s %s",
                letter.channel(),
                letter.eventId(),
                standing.status(),
                standing.retryCount(),
                next(standing, now),
                letter.errorMessage()));
    }

    private static String next(LetterState standing, Instant now) {
        Instant at = standing.nextRetryAt();
        if (at == null) return "";
        if (!at.isAfter(now)) return "due";
        return String.format(
                Locale.ROOT, "next in %.1fs", Duration.between(now, at).toMillis() / 1e3);
    }

    private static String cut(String line) {
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
    }

    /** What became of everything, for the end. */
    String summary() {
        StatusCounts counts = shop.letters().tallies().byStatus();
        return String.format(
                Locale.ROOT,
                "captured %d letters, resolved %d, open %d, in %d causes",
                counts.total(),
                counts.of(LetterStatus.RESOLVED),
                counts.open(),
                shop.letters().causes(CauseQuery.top(Query.MAX_LIMIT)).size());
    }
}
