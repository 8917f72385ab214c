package dev.redrive.server.config;

import dev.redrive.internal.capture.CaptureRules;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.server.config.Settings.Engine;
import dev.redrive.server.config.Settings.Http;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForms;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads everything under {@code redrive:}. */
final class RootReader {
    private static final String DEFAULT_STORE = "sqlite:./data/redrive.db";

    private final Section root;
    private final List<String> warnings;
    private final Path folder;

    /** @param folder where files are that the settings name */
    RootReader(Section root, List<String> warnings, Path folder) {
        this.root = root;
        this.warnings = warnings;
        this.folder = folder;
    }

    Settings settings() {
        int mistakes = root.mistakesSoFar();
        AccessSettings access = AccessReader.read(root, warnings);
        // a mistake in the credentials must not be reported as missing credentials as well
        boolean mustStayHere = access.isOpen() && root.mistakesSoFar() == mistakes;
        Http http = root.inside("http", section -> http(section, mustStayHere));
        AlertSettings alerts = NotifyReader.read(root);
        ChannelReader channels = new ChannelReader(root, folder);
        return new Settings(
                root.value("store", ValueForms.STORE).orElse(DEFAULT_STORE),
                root.value("capture-timeout", ValueForms.duration("10ms", "10m"))
                        .orElse(Capturer.SpillFile.DEFAULT_PATIENCE),
                http,
                KafkaReader.read(root),
                channels.channels(),
                channels.targets(),
                ClassificationReader.read(root),
                PolicyReader.read(root),
                root.inside("engine", RootReader::engine),
                ArchiveReader.read(root),
                root.inside("retention", RetentionReader::read),
                RedactionReader.read(root, folder),
                SearchReader.read(root),
                alerts,
                TeamReader.read(root, alerts),
                access,
                root.given(),
                spring(http));
    }

    private static Http http(Section section, boolean mustStayHere) {
        InetAddress bind = section.value("bind", ValueForms.ADDRESS).orElseGet(RootReader::thisMachine);
        if (mustStayHere && !bind.isLoopbackAddress()) refuse(section, bind);
        return new Http(
                bind,
                section.value("port", ValueForms.PORT_TO_LISTEN_ON).orElse(8080),
                section.value("max-body", ValueForms.size("1KB", "1GB")).orElse(20L << 20),
                section.value("max-payload", ValueForms.size("1KB", "1GB"))
                        .map(Math::toIntExact)
                        .orElse(CaptureRules.DEFAULT_MAX_PAYLOAD),
                section.value("requests-per-second", ValueForms.wholeNumber(1, 10_000_000))
                        .orElse(10_000),
                section.value("shutdown", ValueForms.duration("0s", "1h")).orElse(Duration.ofSeconds(20)),
                section.value("logs", ValueForms.word("text", "json"))
                        .map("json"::equals)
                        .orElse(false));
    }

    private static void refuse(Section section, InetAddress bind) {
        section.mistake(
                "bind",
                "\"" + bind.getHostAddress() + "\" can be reached from other machines, and there are no"
                        + " credentials; set REDRIVE_ADMIN_TOKEN (and REDRIVE_OPERATOR_TOKEN, REDRIVE_VIEWER_TOKEN),"
                        + " redrive.access.tokens or redrive.access.oidc, or stay on 127.0.0.1");
    }

    private static InetAddress thisMachine() {
        return ValueForms.ADDRESS.read("127.0.0.1");
    }

    private static Engine engine(Section section) {
        return new Engine(
                section.value("workers", ValueForms.wholeNumber(1, 10_000)).orElse(8),
                section.value("poll", ValueForms.duration("10ms", "10m")).orElse(Duration.ofSeconds(30)),
                section.value("lease", ValueForms.duration("100ms", "1d")).orElse(Duration.ofSeconds(30)));
    }

    private static Map<String, String> spring(Http http) {
        return Map.of(
                "server.address",
                http.bind().getHostAddress(),
                "server.port",
                String.valueOf(http.port()),
                "server.shutdown",
                http.shutdown().isZero() ? "immediate" : "graceful",
                "spring.lifecycle.timeout-per-shutdown-phase",
                http.shutdown().toMillis() + "ms",
                // A refused client reads the answer only after sending everything: the rest is read, and dropped.
                "server.tomcat.max-swallow-size",
                http.maxBodyBytes() + "B");
    }
}
