package dev.redrive.server.pages;

import dev.redrive.internal.capture.Capturer;
import dev.redrive.json.JsonPath;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.ArchiveSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.config.values.GivenSetting;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.text.Glob;
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

    /** The same, with teams. */
    public static Settings with(Settings settings, TeamSettings... teams) {
        return copy(settings, List.of(teams), settings.given());
    }

    /** As it is when these were set and nothing else. */
    public static Settings given(GivenSetting... given) {
        return copy(at("memory:"), List.of(), List.of(given));
    }

    private static Settings copy(Settings settings, List<TeamSettings> teams, List<GivenSetting> given) {
        return new Settings(
                settings.store(),
                settings.captureTimeout(),
                settings.http(),
                settings.kafka(),
                settings.channels(),
                settings.targets(),
                settings.classification(),
                settings.policies(),
                settings.engine(),
                settings.archive(),
                settings.retention(),
                settings.redaction(),
                settings.searchPaths(),
                settings.alerts(),
                teams,
                settings.access(),
                given,
                settings.spring());
    }

    /** A team without notification channels of its own. */
    public static TeamSettings team(String name, String channels, String... members) {
        return new TeamSettings(name, List.of(new Glob(channels)), List.of(members), Optional.empty());
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
                        new Glob("*"), Optional.empty(), false, OptionalDouble.empty(), Optional.empty())),
                Map.of(),
                List.of(),
                List.of(),
                new Settings.Engine(2, Duration.ofSeconds(30), Duration.ofSeconds(30)),
                ArchiveSettings.none(),
                RetentionRules.everywhere(Retention.defaults()),
                Redaction.none(),
                Optional.empty(),
                alerts,
                List.of(),
                access,
                List.of(),
                Map.of());
    }
}
