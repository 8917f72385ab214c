package dev.redrive.server.config.values;

import static java.util.Map.entry;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the command line and the environment say about keys; both come before the file. */
public final class Overrides {
    private static final String PREFIX = "REDRIVE_";

    /** Variables that have a name of their own, after which they are the same as the key's. */
    public static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            entry("redrive.notify.webhook.url", "DLQ_WEBHOOK_URL"),
            entry("redrive.notify.slack", "SLACK_WEBHOOK_URL"),
            entry("redrive.notify.email.to", "ADMIN_EMAIL"),
            entry("redrive.notify.email.host", "SMTP_HOST"),
            entry("redrive.notify.email.port", "SMTP_PORT"),
            entry("redrive.notify.email.user", "SMTP_USER"),
            entry("redrive.notify.email.password", "SMTP_PASSWORD"),
            entry("redrive.notify.email.from", "SMTP_FROM"));

    /** Read by the launcher and the client commands, or set by Kubernetes for a service that is called redrive. */
    private static final Pattern NOT_OURS = Pattern.compile(
            "REDRIVE_(URL|TOKEN|CONFIG|JAVA_HOME|JAVA_OPTS|TEST_.*|SERVICE_(HOST|PORT(_.*)?)|PORT_[0-9]+_.*)");

    private static final Pattern INDEX = Pattern.compile("([0-9]{1,4})_.+");

    private final SortedMap<String, String> environment = new TreeMap<>();
    private final Map<String, RawValue.Text> options = new HashMap<>();
    private final Set<String> asked = new TreeSet<>();

    public Overrides(Map<String, String> environment, Options given) {
        environment.forEach((name, value) -> {
            if (!value.isBlank()) this.environment.put(name, value.strip());
        });
        given.port().ifPresent(port -> option("redrive.http.port", "--port", String.valueOf(port)));
        given.bind().ifPresent(bind -> option("redrive.http.bind", "--bind", bind));
        given.store().ifPresent(store -> option("redrive.store", "--store", store));
    }

    private void option(String path, String name, String value) {
        options.put(path, RawValue.Text.of(value, name));
    }

    Optional<RawValue.Text> find(String path) {
        Optional<RawValue.Text> named = variable(nameFor(path));
        return Optional.ofNullable(options.get(path))
                .or(() -> named)
                .or(() -> Optional.ofNullable(OTHER_NAMES.get(path)).flatMap(this::variable));
    }

    Optional<RawValue.Text> variable(String name) {
        asked.add(name);
        return Optional.ofNullable(environment.get(name)).map(value -> RawValue.Text.of(value, name));
    }

    boolean anyBelow(String path) {
        return !below(path).isEmpty();
    }

    /** The indexes of a list's items that variables speak of. */
    SortedSet<Integer> indexes(String path) {
        SortedSet<Integer> indexes = new TreeSet<>();
        for (String rest : below(path).keySet()) {
            Matcher matcher = INDEX.matcher(rest);
            if (matcher.matches()) indexes.add(Integer.valueOf(matcher.group(1)));
        }
        return indexes;
    }

    /** The variables of a group whose keys are the user's own, by what follows the group's name. */
    Map<String, RawValue.Text> freeKeys(String path) {
        Map<String, RawValue.Text> found = new TreeMap<>();
        below(path)
                .keySet()
                .forEach(rest -> variable(nameFor(path) + "_" + rest).ifPresent(value -> found.put(rest, value)));
        return found;
    }

    private SortedMap<String, String> below(String path) {
        String prefix = nameFor(path) + "_";
        SortedMap<String, String> below = new TreeMap<>();
        environment.tailMap(prefix).forEach((name, value) -> {
            if (name.startsWith(prefix)) below.put(name.substring(prefix.length()), value);
        });
        return below;
    }

    /** Variables whose names are Redrive's but that no setting has. */
    public List<String> warnings() {
        return environment.tailMap(PREFIX).keySet().stream()
                .takeWhile(name -> name.startsWith(PREFIX))
                .filter(name -> !asked.contains(name))
                .filter(name -> !NOT_OURS.matcher(name).matches() && !isServiceLink(name))
                .map(name -> "the environment variable " + name + " is not known and has no effect"
                        + Spelling.hint(name, asked))
                .toList();
    }

    /** Kubernetes sets REDRIVE_PORT to an address for a service that is called redrive. */
    private boolean isServiceLink(String name) {
        return name.equals("REDRIVE_PORT") && environment.getOrDefault(name, "").contains("://");
    }

    /** {@code redrive.channels[0].rate-per-second} is REDRIVE_CHANNELS_0_RATE_PER_SECOND. */
    public static String nameFor(String path) {
        return path.toUpperCase(Locale.ROOT)
                .replace('.', '_')
                .replace('-', '_')
                .replace('[', '_')
                .replace("]", "");
    }
}
