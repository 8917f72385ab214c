package dev.redrive.server.config;

import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Reads {@code retention}. What a channel does not say is as it is for the others. */
final class RetentionReader {
    private static final ValueForm<Duration> KEPT_FOR = ValueForms.duration("1m", "100y");

    private final Set<Glob> seen = new HashSet<>();

    private RetentionReader() {}

    static RetentionRules read(Section section) {
        Retention usual = times(section, Retention.defaults());
        RetentionReader reader = new RetentionReader();
        return new RetentionRules(usual, section.each("channels", channel -> reader.channel(channel, usual)));
    }

    private Optional<ChannelRetention> channel(Section section, Retention usual) {
        Optional<Glob> match = section.required("match", ValueForms.PATTERN);
        match.filter(glob -> !seen.add(glob))
                .ifPresent(glob -> section.mistake(
                        "match", "\"" + glob.pattern() + "\" is there twice; the second would never be used"));
        Retention times = times(section, usual);
        return match.map(glob -> new ChannelRetention(glob, times));
    }

    private static Retention times(Section section, Retention usual) {
        return new Retention(
                section.value("resolved", KEPT_FOR).orElse(usual.resolved()),
                section.value("failed", KEPT_FOR).orElse(usual.failed()),
                section.value("archived", KEPT_FOR).orElse(usual.archived()));
    }
}
