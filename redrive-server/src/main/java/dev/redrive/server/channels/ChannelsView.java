package dev.redrive.server.channels;

import dev.redrive.letter.StatusCounts;
import dev.redrive.server.pages.NameText;
import dev.redrive.text.Glob;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Everything on the page of channels.
 *
 * @param rows those with the most open letters first
 * @param left how many more there are
 */
public record ChannelsView(List<Row> rows, int left, int withOpen, String name) {
    private static final int MOST = 200;

    /** A channel and its letters. */
    public record Row(String name, StatusCounts counts) {}

    static ChannelsView of(Map<String, StatusCounts> counts, String name) {
        Glob wanted = new Glob(name.isEmpty() ? "*" : name);
        List<Row> rows = counts.entrySet().stream()
                .filter(channel -> wanted.matches(channel.getKey()))
                .map(channel -> new Row(channel.getKey(), channel.getValue()))
                .sorted(Comparator.comparingLong((Row row) -> -row.counts().open())
                        .thenComparing(Row::name))
                .toList();
        int withOpen =
                (int) rows.stream().filter(row -> row.counts().open() > 0).count();
        return new ChannelsView(rows.stream().limit(MOST).toList(), Math.max(0, rows.size() - MOST), withOpen, name);
    }

    public String summary() {
        int all = rows.size() + left;
        if (all == 0)
            return name.isEmpty() ? "No channel has letters." : "No channel with letters matches " + name + ".";
        if (withOpen == 0) return NameText.count(all, "channel", "channels") + ", and nothing waits in them.";
        return NameText.number(withOpen) + " of " + NameText.count(all, "channel has", "channels have")
                + " open letters.";
    }
}
