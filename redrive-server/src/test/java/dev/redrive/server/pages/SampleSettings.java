package dev.redrive.server.pages;

import dev.redrive.internal.capture.Capturer;
import dev.redrive.json.JsonPath;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.ArchiveSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Settings for tests of pages; only what pages look at matters. */
public final class SampleSettings {
    private SampleSettings() {}

    public static Settings at(String store, String... masked) {
        AccessSettings access = new AccessSettings(
                List.of(),
                Optional.empty(),
                List.of(masked).stream().map(JsonPath::of).toList(),
                List.of());
        return with(store, access);
    }

    public static Settings with(String store, AccessSettings access) {
        AlertSettings alerts = new AlertSettings(
                List.of(new AlertSettings.AlertRule(
                        "DLQFailed",
                        AlertSettings.Subject.FAILED,
                        AlertSettings.Comparison.ABOVE,
                        10,
                        AlertSettings.Severity.ERROR,
                        Optional.empty())),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new Settings(
                store,
                Capturer.SpillFile.DEFAULT_PATIENCE,
                new Settings.Http(
                        InetAddress.getLoopbackAddress(), 8080, 1000, 1000, 100, Duration.ofSeconds(5), false),
                Optional.empty(),
                List.of(new dev.redrive.server.config.ChannelSettings(
                        new dev.redrive.text.Glob("*"),
                        Optional.empty(),
                        false,
                        OptionalDouble.empty(),
                        Optional.empty())),
                Map.of(),
                List.of(),
                List.of(),
                new Settings.Engine(2, Duration.ofSeconds(30), Duration.ofSeconds(30)),
                ArchiveSettings.none(),
                RetentionRules.everywhere(Retention.defaults()),
                Redaction.none(),
                Optional.empty(),
                alerts,
                access,
                Map.of());
    }
}
