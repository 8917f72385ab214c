package dev.redrive.server.config;

import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import java.util.Optional;

/** Reads {@code archive}, and {@code capture-last-resort} beside it. */
final class ArchiveReader {
    private static final String LAST_RESORT = "capture-last-resort";
    private static final ValueForm<String> WHERE = ValueForms.word("none", "archive");

    private ArchiveReader() {}

    static ArchiveSettings read(Section root) {
        Optional<String> url = root.value("archive", ValueForms.ARCHIVE);
        boolean lastResort =
                root.value(LAST_RESORT, WHERE).map("archive"::equals).orElse(false);
        if (lastResort && !root.isGiven("archive"))
            root.mistake(LAST_RESORT, "needs an archive; set redrive.archive, or REDRIVE_ARCHIVE");
        return new ArchiveSettings(url, lastResort);
    }
}
