package dev.redrive.server.transfer;

import dev.redrive.kafka.record.Receipt;
import dev.redrive.letter.Resolution;
import dev.redrive.server.json.JsonFields;
import dev.redrive.server.web.Problem;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads how a letter was closed, or where it was sent. */
final class LetterStateReader {
    private static final int NOTES = 4096;

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
                case "resolvedBy" -> by = in.cleanText(at, ExportedLetterReader.NAME);
                case "notes" -> notes = in.cleanText(at, NOTES);
                default -> in.skip();
            }
        }
        if (time == null) throw Problem.badField(path + ".timestamp", path + ".timestamp is missing");
        if (how == null) throw Problem.badField(path + ".strategy", path + ".strategy is missing");
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
                case "topic" -> topic = in.cleanText(at, ExportedLetterReader.NAME);
                case "partition" -> partition = in.integer(at);
                case "offset" -> offset = in.number(at, 0, Long.MAX_VALUE);
                case "consumerGroupId" -> group = in.cleanText(at, ExportedLetterReader.NAME);
                default -> in.skip();
            }
        }
        if (topic == null || partition == null || offset == null)
            throw Problem.badField(path, path + " needs topic, partition and offset");
        return new Receipt(topic, Objects.requireNonNull(partition), offset, group).text();
    }
}
