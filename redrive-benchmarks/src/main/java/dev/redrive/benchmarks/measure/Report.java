package dev.redrive.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints a line for each measure and adds it to a table at once, so that an interrupted run keeps what it has. */
public final class Report {
    private static final List<String> COLUMNS = List.of(
            "part",
            "name",
            "value",
            "unit",
            "ratio",
            "of",
            "entries",
            "seconds",
            "jvm_us_per_entry",
            "server_us_per_entry",
            "others_share");

    private final Path file;
    /** The latest of each name, which others are compared with. */
    private final Map<String, Double> rates = new HashMap<>();

    private final Map<String, Rounds> rounds = new LinkedHashMap<>();

    /** What the rounds of a run found under one name. */
    private record Rounds(Part part, Optional<String> limit, List<Double> rates, List<Double> ratios) {}

    public Report(Path file) throws IOException {
        this.file = file.toAbsolutePath();
        Files.createDirectories(Optional.ofNullable(this.file.getParent()).orElseThrow());
        Files.writeString(this.file, String.join("\t", COLUMNS) + "\n");
    }

    /** Entries per second. */
    public void rate(Part part, String name, Optional<String> limit, Measure measure) throws IOException {
        double rate = measure.rate();
        rates.put(name, rate);
        Optional<Double> ratio = ratio(rate, limit);
        Rounds all = rounds.computeIfAbsent(name, key -> new Rounds(part, limit, new ArrayList<>(), new ArrayList<>()));
        all.rates().add(rate);
        ratio.ifPresent(all.ratios()::add);
        print(
                "%-9s%-58s%8.0f/s %-7s [%d in %.1f s; per entry jvm %.0f us, server %.0f us; others %.0f%%]",
                part,
                name,
                rate,
                ratio.map(share -> text("x %.3f", share)).orElse(""),
                measure.entries(),
                measure.seconds(),
                measure.jvmMicrosPerEntry(),
                measure.serverMicrosPerEntry(),
                100 * measure.othersShare());
        add(
                part,
                name,
                text("%.0f", rate),
                "entries/s",
                ratio.map(share -> text("%.3f", share)).orElse(""),
                limit.orElse(""),
                measure.entries(),
                text("%.3f", measure.seconds()),
                text("%.1f", measure.jvmMicrosPerEntry()),
                text("%.1f", measure.serverMicrosPerEntry()),
                text("%.2f", measure.othersShare()));
    }

    /** What was measured in several rounds, each beside the limit of its own round: the one in the middle. */
    public void medians() throws IOException {
        for (Map.Entry<String, Rounds> one : rounds.entrySet()) {
            Rounds all = one.getValue();
            if (all.rates().size() < 2) continue;
            String name = "median of " + all.rates().size() + ": " + one.getKey();
            String ratio = all.ratios().isEmpty() ? "" : text("%.3f", median(all.ratios()));
            print("%-9s%-72s%8.0f/s %s", all.part(), name, median(all.rates()), ratio.isEmpty() ? "" : "x " + ratio);
            add(
                    all.part(),
                    name,
                    text("%.0f", median(all.rates())),
                    "entries/s",
                    ratio,
                    all.limit().orElse(""),
                    "",
                    "",
                    "",
                    "",
                    "");
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Any other figure, such as milliseconds or bytes. */
    public void figure(Part part, String name, double value, String unit) throws IOException {
        print("%-9s%-58s%12.2f %s", part, name, value, unit);
        add(part, name, text("%.3f", value), unit, "", "", "", "", "", "", "");
    }

    public void note(String text) {
        System.out.println(text);
    }

    /** None when the limit was not measured in this run. */
    private Optional<Double> ratio(double rate, Optional<String> limit) {
        return limit.flatMap(name -> Optional.ofNullable(rates.get(name))).map(limitRate -> rate / limitRate);
    }

    private void add(Object... cells) throws IOException {
        String row = List.of(cells).stream().map(Object::toString).collect(Collectors.joining("\t", "", "\n"));
        Files.writeString(file, row, StandardOpenOption.APPEND);
    }

    private static void print(String format, Object... arguments) {
        System.out.println(text(format, arguments));
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
