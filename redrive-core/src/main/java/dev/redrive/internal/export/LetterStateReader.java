package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Receipt;
import dev.redrive.letter.Resolution;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads how a letter was closed, or where it was sent. */
final class LetterStateReader {
    private LetterStateReader() {}

    static @Nullable Resolution resolution(JsonFields in, String path) {
        if (!in.enter(path)) return null;
        Instant time = null;
        Resolution.How how = null;
        String by = null;
        String notes = null;
        while (in.nextField()) {
            String at = path + "." + in.name();
            switch (in.name()) {
                case "timestamp" -> time = ExportedLetterReader.time(in, at);
                case "strategy" ->
                    how = ExportedLetterReader.oneOf(in, at, Resolution.How::valueOf, Resolution.How.values());
                case "resolvedBy" -> by = in.cleanText(at, LetterLimits.NAME);
                case "notes" -> notes = in.cleanText(at, LetterLimits.NOTES);
                default -> in.skip();
            }
        }
        if (time == null) throw InvalidJson.field(path + ".timestamp", path + ".timestamp is missing");
        if (how == null) throw InvalidJson.field(path + ".strategy", path + ".strategy is missing");
        return new Resolution(time, how, by, notes);
    }

    static @Nullable String sentTo(JsonFields in, String path) {
        if (!in.enter(path)) return null;
        String topic = null;
        Integer partition = null;
        Long offset = null;
        String group = null;
        while (in.nextField()) {
            String at = path + "." + in.name();
            switch (in.name()) {
                case "topic" -> topic = in.cleanText(at, LetterLimits.NAME);
                case "partition" -> partition = in.integer(at);
                case "offset" -> offset = in.number(at, 0, Long.MAX_VALUE);
                case "consumerGroupId" -> group = in.cleanText(at, LetterLimits.NAME);
                default -> in.skip();
            }
        }
        if (topic == null || partition == null || offset == null)
            throw InvalidJson.field(path, path + " needs topic, partition and offset");
        return new Receipt(topic, Objects.requireNonNull(partition), offset, group).text();
    }
}
