package dev.redrive.server.config;

import dev.redrive.server.config.ChannelSettings.HttpTarget;
import dev.redrive.text.Glob;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code channels}. */
final class ChannelReader {
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Set<String> CLIENT_HEADERS =
            Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

    private static final Form<String> HEADER =
            Form.of("the name of a header that is not Host, Connection, Content-Length, Expect or the like", name -> {
                boolean isTheClients = CLIENT_HEADERS.contains(name.toLowerCase(Locale.ROOT));
                if (isTheClients || !HEADER_NAME.matcher(name).matches()) throw Forms.notAllowed();
                return name;
            });

    private final Set<Glob> seen = new HashSet<>();

    private ChannelReader() {}

    static List<ChannelSettings> read(Section root) {
        ChannelReader reader = new ChannelReader();
        return root.each("channels", reader::channel);
    }

    private Optional<ChannelSettings> channel(Section section) {
        Optional<Glob> match = section.required("match", Forms.PATTERN);
        match.filter(glob -> !seen.add(glob))
                .ifPresent(glob -> section.mistake(
                        "match", "\"" + glob.pattern() + "\" is there twice; the second would never be used"));
        Optional<HttpTarget> target = section.ifGiven("target", ChannelReader::target);
        boolean ordered = section.value("ordered", Forms.YES_OR_NO).orElse(false);
        OptionalDouble rate = section.value("rate-per-second", Forms.numberAbove(0, 1_000_000)).stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
        return match.map(glob -> new ChannelSettings(glob, target, ordered, rate));
    }

    private static Optional<HttpTarget> target(Section section) {
        if (section.isGiven("kafka")) {
            section.mistake("kafka", "Kafka targets come with the Kafka module; use http for now");
            section.allowAnything();
            return Optional.empty();
        }
        if (!section.isGiven("http")) section.mistake("says nothing; give it http with a url");
        return section.ifGiven("http", ChannelReader::http);
    }

    private static Optional<HttpTarget> http(Section section) {
        Optional<URI> url = section.required("url", Forms.URL);
        Duration timeout =
                section.value("timeout", Forms.duration("10ms", "1h")).orElse(Duration.ofSeconds(30));
        Map<String, String> headers = section.free("headers", HEADER, Forms.SECRET);
        return url.map(there -> new HttpTarget(there, timeout, headers));
    }
}
