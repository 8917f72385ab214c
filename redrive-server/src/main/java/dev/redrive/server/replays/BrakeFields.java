package dev.redrive.server.replays;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.ledger.Brakes;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads how a replay is held back; what is not said is as usual. */
final class BrakeFields {
    static final List<String> NAMES = List.of(
            "batchSize",
            "concurrency",
            "ratePerSecond",
            "steps",
            "stepPause",
            "stopWhenFailing",
            "stopWindow",
            "offPeak",
            "onlyWhile");

    private static final double LEAST_RATE = 0.001;
    private static final double MOST_RATE = 1_000_000;
    private static final int MOST_HOURS = 24;
    private static final int LARGEST_WINDOW = 10_000;

    private Brakes brakes = Brakes.defaults();
    private List<Integer> steps = List.of();
    private @Nullable Duration stepPause;
    private @Nullable Double share;
    private @Nullable Integer window;

    /** Reads the field that the body is at; false when it is not about brakes. */
    boolean read(JsonFields in) {
        switch (in.name()) {
            case "batchSize" -> brakes = brakes.batchSize(whole(in, Brakes.MAX_BATCH, brakes.batchSize()));
            case "concurrency" -> brakes = brakes.concurrency(whole(in, Brakes.MAX_CONCURRENCY, brakes.concurrency()));
            case "ratePerSecond" -> brakes = brakes.perSecond(in.decimal("ratePerSecond", LEAST_RATE, MOST_RATE));
            case "steps" -> steps = numbers(in, "steps", 1, Integer.MAX_VALUE, Brakes.MAX_STEPS);
            case "stepPause" -> stepPause = pause(in.text("stepPause"));
            case "stopWhenFailing" -> share = in.decimal("stopWhenFailing", 0, 1);
            case "stopWindow" -> window = in.isNull() ? null : whole(in, LARGEST_WINDOW, 1);
            case "offPeak" -> offPeak(in);
            case "onlyWhile" -> onlyWhile(in);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static int whole(JsonFields in, int most, int otherwise) {
        Long number = in.number(in.name(), 1, most);
        return number == null ? otherwise : number.intValue();
    }

    private static List<Integer> numbers(JsonFields in, String path, int least, int most, int limit) {
        if (!in.enterArray(path)) return List.of();
        List<Integer> numbers = new ArrayList<>();
        while (in.nextElement()) {
            String item = path + "[" + numbers.size() + "]";
            if (numbers.size() == limit) throw Problem.badField(path, path + " can be at most " + limit);
            Long number = in.number(item, least, most);
            if (number == null) throw Problem.badField(item, item + " must not be null");
            numbers.add(number.intValue());
        }
        return numbers;
    }

    private static @Nullable Duration pause(@Nullable String text) {
        if (text == null) return null;
        Duration pause = TimeParser.duration("stepPause", text);
        if (pause.isZero()) throw Problem.badField("stepPause", "stepPause must be more than 0");
        return pause;
    }

    private void offPeak(JsonFields in) {
        if (!in.enter("offPeak")) return;
        List<Integer> hours = List.of();
        ZoneId zone = ZoneOffset.UTC;
        while (in.nextField()) {
            switch (in.name()) {
                case "hours" -> hours = numbers(in, "offPeak.hours", 0, MOST_HOURS - 1, MOST_HOURS);
                case "zone" -> zone = zone(in.text("offPeak.zone", LetterLimits.NAME));
                default -> throw FilterWords.unknown("offPeak." + in.name(), List.of("hours", "zone"));
            }
        }
        if (hours.isEmpty())
            throw Problem.badField("offPeak.hours", "offPeak.hours must name at least one hour, as in [2, 3, 4]");
        brakes = brakes.hours(new OffPeak(hours, zone));
    }

    private static ZoneId zone(@Nullable String text) {
        if (text == null) return ZoneOffset.UTC;
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw Problem.badField("offPeak.zone", "offPeak.zone must be a time zone such as UTC or Europe/Berlin");
        }
    }

    private void onlyWhile(JsonFields in) {
        if (!in.enter("onlyWhile")) return;
        Double cpu = null;
        Double memory = null;
        while (in.nextField()) {
            switch (in.name()) {
                case "cpuBelow" -> cpu = in.decimal("onlyWhile.cpuBelow", 0.01, 1);
                case "memoryBelow" -> memory = in.decimal("onlyWhile.memoryBelow", 0.01, 1);
                default -> throw FilterWords.unknown("onlyWhile." + in.name(), List.of("cpuBelow", "memoryBelow"));
            }
        }
        if (cpu != null || memory != null) brakes = brakes.onlyWhile(new Conditions(false, cpu, memory, false));
    }

    Brakes brakes() {
        if (stepPause != null && steps.isEmpty())
            throw Problem.badField("stepPause", "stepPause has nothing to pause without steps such as [1, 10, 100]");
        return brakes.steps(steps, Optional.ofNullable(stepPause)).stop(stop());
    }

    /** A small window must be able to fill up. */
    private Brakes.StopRule stop() {
        Brakes.StopRule usual = Brakes.StopRule.defaults();
        int letters = window == null ? usual.window() : window;
        return new Brakes.StopRule(share == null ? usual.share() : share, letters, Math.min(usual.minimum(), letters));
    }
}
