package dev.redrive.internal.retention;

import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log how long letters are kept, and what will be deleted for good. */
public final class RetentionNotice {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionNotice.class);

    private RetentionNotice() {}

    /**
     * Writes one line for each set of times.
     *
     * @param archive its address
     */
    public static void write(RetentionRules rules, Optional<String> archive) {
        for (String line : lines(rules, archive).split("\n", -1)) {
            if (archive.isPresent()) LOG.info("{}", line);
            else LOG.warn("{}", line);
        }
    }

    static String lines(RetentionRules rules, Optional<String> archive) {
        StringBuilder lines = new StringBuilder(line("", rules.usual(), archive));
        for (ChannelRetention channel : rules.channels())
            lines.append('\n')
                    .append(line("in channels like " + channel.match().pattern() + " ", channel.times(), archive));
        return lines.toString();
    }

    private static String line(String where, Retention times, Optional<String> archive) {
        String end = archive.map(address -> "are moved to the archive " + address)
                .orElse("are deleted and, without an archive, are gone for good");
        return where + "resolved letters " + end + " " + Retention.text(times.resolved())
                + " after their last change, archived ones after " + Retention.text(times.archived())
                + "; failed ones become archived after " + Retention.text(times.failed());
    }
}
