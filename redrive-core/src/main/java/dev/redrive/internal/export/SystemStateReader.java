package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.SystemState;
import org.jspecify.annotations.Nullable;

/** Reads {@code systemState} of metadata: how busy the machine was on which a message failed. */
public final class SystemStateReader {
    private static final String NAME = "systemState";

    private SystemStateReader() {}

    /** Null when the metadata has none, or none that is written as ours is; it stays in the metadata either way. */
    public static @Nullable SystemState in(Json metadata) {
        if (!metadata.text().contains(NAME)) return null;
        try {
            return JsonFields.read(metadata, SystemStateReader::metadata);
        } catch (InvalidJson notAsOurs) {
            return null;
        }
    }

    private static @Nullable SystemState metadata(JsonFields in) {
        SystemState state = null;
        while (in.nextField()) {
            if (in.name().equals(NAME) && in.isObject()) state = state(in);
            else in.skip();
        }
        return state;
    }

    private static @Nullable SystemState state(JsonFields in) {
        Double cpu = null;
        Double memory = null;
        while (in.nextField()) {
            switch (in.name()) {
                case "cpuUsage" -> cpu = in.decimal("cpuUsage", 0, 1);
                case "memoryUsage" -> memory = in.decimal("memoryUsage", 0, 1);
                default -> in.skip();
            }
        }
        return cpu == null || memory == null ? null : new SystemState(cpu, memory);
    }
}
