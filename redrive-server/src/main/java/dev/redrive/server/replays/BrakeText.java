package dev.redrive.server.replays;

import dev.redrive.ledger.Brakes;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import dev.redrive.server.pages.NameText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a replay is held back, in a few words each. */
final class BrakeText {
    private BrakeText() {}

    static List<String> of(Brakes brakes) {
        List<String> words = new ArrayList<>();
        words.add(
                brakes.ratePerSecond() == null
                        ? "no limit of its own to the rate"
                        : "at most " + decimal(brakes.ratePerSecond()) + " a second");
        words.add(brakes.concurrency() + " at a time, in batches of " + brakes.batchSize());
        words.add(stop(brakes.stop()));
        brakes.hours().ifPresent(hours -> words.add(hours(hours)));
        brakes.onlyWhile().ifPresent(conditions -> words.addAll(conditions(conditions)));
        return words;
    }

    private static String stop(Brakes.StopRule stop) {
        if (stop.share() >= 1) return "does not stop, however many fail";
        return "stops when more than " + percent(stop.share()) + " of the last " + NameText.number(stop.window())
                + " fail";
    }

    /** Hours that follow each other are one span. */
    private static String hours(OffPeak offPeak) {
        List<String> spans = new ArrayList<>();
        List<Integer> hours = offPeak.hours();
        for (int i = 0; i < hours.size(); i++) {
            int first = hours.get(i);
            while (i + 1 < hours.size() && hours.get(i + 1) == hours.get(i) + 1) i++;
            spans.add(String.format(Locale.ROOT, "%02d:00 to %02d:00", first, hours.get(i) + 1));
        }
        String zone =
                offPeak.zone().equals(ZoneOffset.UTC) ? "UTC" : offPeak.zone().toString();
        return "only from " + String.join(" and ", spans) + " (" + zone + ")";
    }

    private static List<String> conditions(Conditions conditions) {
        List<String> words = new ArrayList<>();
        below(words, "the processor", conditions.cpuBelow());
        below(words, "the memory", conditions.memoryBelow());
        return words;
    }

    private static void below(List<String> words, String what, @Nullable Double share) {
        if (share != null) words.add("only while less than " + percent(share) + " of " + what + " is in use");
    }

    static String percent(double share) {
        return decimal(share * 100) + " %";
    }

    /** {@code 50}, {@code 0.5}, {@code 33.3}. */
    static String decimal(double number) {
        String text = String.format(Locale.ROOT, number < 1 ? "%.3f" : "%.1f", number);
        return text.replaceAll("\\.?0+$", "");
    }
}
