package dev.redrive.server.channels;

import dev.redrive.server.pages.NameText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Everything on the page of channels.
 *
 * @param rows those with the most open letters first
 * @param total how many there are
 * @param withOpen how many of them have open letters
 * @param name the pattern of names that was asked for, or empty
 */
public record ChannelsView(List<Row> rows, int total, int withOpen, String name) {

    /** A channel and whether it flows. */
    public record Row(ChannelSummary channel, Flow flow) {
        public String address() {
            return ChannelsView.address(channel.name());
        }
    }

    static ChannelsView of(ChannelReports.Listed listed, String name) {
        return new ChannelsView(
                listed.items().stream()
                        .map(channel -> new Row(channel, Flow.of(channel)))
                        .toList(),
                listed.total(),
                listed.withOpen(),
                name);
    }

    /** The page of a channel, whatever characters its name has. */
    static String address(String channel) {
        return "/channels/one?name=" + encoded(channel);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    public int left() {
        return total - rows.size();
    }

    public String summary() {
        if (total == 0)
            return name.isEmpty() ? "No channel has letters." : "No channel with letters matches " + name + ".";
        if (withOpen == 0) return NameText.count(total, "channel", "channels") + ", and nothing waits in them.";
        return NameText.number(withOpen) + " of " + NameText.count(total, "channel has", "channels have")
                + " open letters.";
    }
}
