package dev.redrive.server.config;

import dev.redrive.server.config.ChannelSettings.HttpTarget;
import dev.redrive.server.config.ChannelSettings.KafkaTarget;
import dev.redrive.server.config.ChannelSettings.TargetSettings;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import dev.redrive.text.Glob;
import dev.redrive.transform.schema.PayloadSchema;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code channels}, and {@code targets} beside them. */
final class ChannelReader {
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Set<String> CLIENT_HEADERS =
            Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

    private static final String HTTP = "http";
    private static final String KAFKA = "kafka";

    private static final ValueForm<String> TOPIC = ValueForms.matching(
            "the name of a topic: letters, digits, dots, dashes and underscores", "[A-Za-z0-9._-]{1,249}");

    private static final ValueForm<String> HEADER = ValueForm.of(
            "the name of a header that is not Host, Connection, Content-Length, Expect or the like", name -> {
                boolean isTheClients = CLIENT_HEADERS.contains(name.toLowerCase(Locale.ROOT));
                if (isTheClients || !HEADER_NAME.matcher(name).matches()) throw ValueForms.notAllowed();
                return name;
            });

    private static final ValueForm<String> HEADER_VALUE = ValueForm.of(
                    "a text that is not empty, of characters of ISO-8859-1, as headers have them", text -> {
                        if (text.chars().anyMatch(c -> c > 0xFF)) throw ValueForms.notAllowed();
                        return ValueForms.TEXT.read(text);
                    })
            .hidden();

    private static final ValueForm<String> NAME =
            ValueForms.matching("a name of letters, digits, dots, dashes and underscores", "[A-Za-z0-9._-]{1,100}");

    private final Section root;
    private final boolean hasKafka;
    private final SchemaFiles schemas;
    private final Set<Glob> seen = new HashSet<>();

    ChannelReader(Section root, Path folder) {
        this.root = root;
        this.hasKafka = root.isGiven("kafka");
        this.schemas = new SchemaFiles(folder);
    }

    List<ChannelSettings> channels() {
        return root.each("channels", this::channel);
    }

    /** Those that serve no channel; a replay can send letters there. Read after the channels, whose names they must not have. */
    Map<String, TargetSettings> targets() {
        Map<String, TargetSettings> targets = root.named("targets", NAME, this::target);
        targets.keySet().stream()
                .filter(name -> seen.contains(new Glob(name)))
                .forEach(name -> root.mistake(
                        "targets", "\"" + name + "\" is the name of channels with a target too; choose another"));
        return targets;
    }

    private Optional<ChannelSettings> channel(Section section) {
        Optional<Glob> match = section.required("match", ValueForms.PATTERN);
        match.filter(glob -> !seen.add(glob))
                .ifPresent(glob -> section.mistake(
                        "match", "\"" + glob.pattern() + "\" is there twice; the second would never be used"));
        Optional<TargetSettings> target = section.ifGiven("target", this::target);
        boolean ordered = section.value("ordered", ValueForms.YES_OR_NO).orElse(false);
        OptionalDouble rate = section.value("rate-per-second", ValueForms.numberAbove(0, 1_000_000)).stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
        OptionalInt concurrency = section.value("concurrency", ValueForms.wholeNumber(1, 10_000)).stream()
                .mapToInt(Integer::intValue)
                .findFirst();
        Optional<PayloadSchema> schema =
                section.value("schema", ValueForms.TEXT).flatMap(file -> schemas.read(section, file));
        return match.map(glob -> new ChannelSettings(glob, target, ordered, rate, concurrency, schema));
    }

    private Optional<TargetSettings> target(Section section) {
        boolean http = section.isGiven(HTTP);
        boolean kafka = section.isGiven(KAFKA);
        if (http && kafka) section.mistake("says both http and kafka; a letter goes to one of them");
        if (!http && !kafka) section.mistake("says nothing; give it http with a url, or kafka with a topic");
        Optional<TargetSettings> topic = section.ifGiven(KAFKA, this::kafka);
        Optional<TargetSettings> url = section.ifGiven(HTTP, ChannelReader::http);
        return kafka ? topic : url;
    }

    private Optional<TargetSettings> kafka(Section section) {
        if (!hasKafka) section.mistake("needs brokers; set redrive.kafka.bootstrap-servers");
        return Optional.of(
                new KafkaTarget(section.value("topic", TOPIC), section.value("consumer-group", ValueForms.TEXT)));
    }

    private static Optional<TargetSettings> http(Section section) {
        Optional<URI> url = section.required("url", ValueForms.URL);
        Duration timeout =
                section.value("timeout", ValueForms.duration("10ms", "1h")).orElse(Duration.ofSeconds(30));
        Map<String, String> headers = section.free("headers", HEADER, HEADER_VALUE);
        Optional<URI> health = section.value("health", ValueForms.URL);
        return url.map(there -> new HttpTarget(there, timeout, headers, health));
    }
}
