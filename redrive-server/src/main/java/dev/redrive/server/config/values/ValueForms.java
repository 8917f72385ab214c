package dev.redrive.server.config.values;

import dev.redrive.json.JsonPath;
import dev.redrive.text.Glob;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The forms that values of the configuration have. */
public final class ValueForms {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})\\s?(ms|s|m|h|d|w|y)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})\\s?(|b|kb|kib|mb|mib|gb|gib)");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,15})?");
    private static final Pattern HOST_AND_PORT = Pattern.compile("[A-Za-z0-9._-]+:[0-9]{1,5}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,252})|\\[[0-9A-Fa-f:.]+]");
    private static final Pattern MAIL_ADDRESS = Pattern.compile("[^\\s@<>,;\"]{1,64}@[^\\s@<>,;\"]{1,255}");
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public static final ValueForm<Integer> PORT = wholeNumber(1, 65_535);
    public static final ValueForm<Integer> PORT_TO_LISTEN_ON = wholeNumber(0, 65_535);

    public static final ValueForm<String> TEXT = ValueForm.of("a text that is not empty", text -> {
        if (text.isBlank() || text.length() > 1000 || hasControl(text)) throw notAllowed();
        return text;
    });

    public static final ValueForm<String> SECRET = TEXT.hidden();

    public static final ValueForm<Boolean> YES_OR_NO =
            ValueForm.of("true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
                case "true", "yes", "on", "1" -> true;
                case "false", "no", "off", "0" -> false;
                default -> throw notAllowed();
            });

    public static final ValueForm<Glob> PATTERN =
            ValueForm.of("a name, in which * stands for any characters, such as payment.*", text -> {
                if (text.isBlank() || text.length() > 1000 || hasControl(text)) throw notAllowed();
                return new Glob(text);
            });

    public static final ValueForm<JsonPath> JSON_PATH =
            ValueForm.of("a JSON path such as $.card.number or $..password", JsonPath::of);

    public static final ValueForm<URI> URL = ValueForm.of(
                    "an http or https URL with a host, without user and password, such as http://localhost:9000/orders",
                    ValueForms::url)
            .shownAs(ValueForms::withoutSecrets);

    public static final ValueForm<InetAddress> ADDRESS =
            ValueForm.of("an address or name of this machine, such as 127.0.0.1 or 0.0.0.0", ValueForms::address);

    public static final ValueForm<ZoneId> ZONE = ValueForm.of("a time zone such as UTC or Europe/Berlin", text -> {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw notAllowed();
        }
    });

    public static final ValueForm<String> STORE = ValueForm.of(
                    "sqlite:PATH, postgresql://user:password@host:port/db or mongodb://user:password@host:port/db",
                    ValueForms::store)
            .shownAs(ValueForms::withoutSecrets);

    public static final ValueForm<String> ARCHIVE =
            ValueForm.of("file:PATH or s3://bucket/prefix", ValueForms::archive).shownAs(ValueForms::withoutSecrets);

    public static final ValueForm<String> HOST_NAME = like(HOST, "the name of a host, without a port");
    public static final ValueForm<String> BROKER = like(HOST_AND_PORT, "a host and a port, such as localhost:9092");
    public static final ValueForm<String> MAIL = like(MAIL_ADDRESS, "a mail address such as ops@example.com");

    private ValueForms() {}

    public static ValueForm<Integer> wholeNumber(int least, int most) {
        return ValueForm.of("a whole number from " + least + " to " + most, text -> {
            int number = Integer.parseInt(text);
            if (text.startsWith("+") || number < least || number > most) throw notAllowed();
            return number;
        });
    }

    /** A number that is more than the one and at most the other. */
    public static ValueForm<Double> numberAbove(double bound, double most) {
        return ValueForm.of("a number above " + plain(bound) + " and at most " + plain(most), text -> {
            double number = decimal(text);
            if (number <= bound || number > most) throw notAllowed();
            return number;
        });
    }

    public static ValueForm<Double> numberFrom(double least, double most) {
        return ValueForm.of("a number from " + plain(least) + " to " + plain(most), text -> {
            double number = decimal(text);
            if (number < least || number > most) throw notAllowed();
            return number;
        });
    }

    public static ValueForm<Duration> duration(String least, String most) {
        Duration shortest = duration(least);
        Duration longest = duration(most);
        return ValueForm.of(
                "a duration from " + least + " to " + most + ", such as 500ms, 30s, 5m, 24h, 7d or 1y", text -> {
                    Duration duration = duration(text);
                    if (duration.compareTo(shortest) < 0 || duration.compareTo(longest) > 0) throw notAllowed();
                    return duration;
                });
    }

    public static ValueForm<Long> size(String least, String most) {
        long smallest = size(least);
        long largest = size(most);
        return ValueForm.of("a size from " + least + " to " + most + ", such as 512KB or 20MB", text -> {
            long size = size(text);
            if (size < smallest || size > largest) throw notAllowed();
            return size;
        });
    }

    public static <E extends Enum<E>> ValueForm<E> oneOf(E[] values) {
        return oneOf(values, Enum::name);
    }

    /** Upper and lower case, dashes and underscores make no difference. */
    public static <E> ValueForm<E> oneOf(E[] values, Function<E, String> word) {
        List<String> words = Arrays.stream(values).map(word).toList();
        Function<String, E> reading = text -> Arrays.stream(values)
                .filter(value -> alike(word.apply(value), text))
                .findFirst()
                .orElseThrow(ValueForms::notAllowed);
        return ValueForm.of("one of " + String.join(", ", words), reading).withHint(text -> Spelling.hint(text, words));
    }

    public static ValueForm<String> word(String... words) {
        return oneOf(words, word -> word);
    }

    public static ValueForm<String> matching(String allowed, String regex) {
        return like(Pattern.compile(regex), allowed);
    }

    private static ValueForm<String> like(Pattern pattern, String allowed) {
        return ValueForm.of(allowed, text -> {
            if (!pattern.matcher(text).matches()) throw notAllowed();
            return text;
        });
    }

    public static double decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) throw notAllowed();
        return Double.parseDouble(text);
    }

    public static Duration duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) throw notAllowed();
        long count = Long.parseLong(parts.group(1));
        Duration unit =
                switch (parts.group(2)) {
                    case "ms" -> Duration.ofMillis(1);
                    case "s" -> Duration.ofSeconds(1);
                    case "m" -> Duration.ofMinutes(1);
                    case "h" -> Duration.ofHours(1);
                    case "d" -> Duration.ofDays(1);
                    case "w" -> Duration.ofDays(7);
                    default -> Duration.ofDays(365);
                };
        if (count > LONGEST.dividedBy(unit)) throw notAllowed();
        return unit.multipliedBy(count);
    }

    private static long size(String text) {
        Matcher parts = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches()) throw notAllowed();
        long count = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "kb", "kib" -> count << 10;
            case "mb", "mib" -> count << 20;
            case "gb", "gib" -> count << 30;
            default -> count;
        };
    }

    private static URI url(String text) {
        URI url = URI.create(text);
        Set<String> schemes = Set.of("http", "https");
        boolean web =
                url.getScheme() != null && schemes.contains(url.getScheme().toLowerCase(Locale.ROOT));
        boolean plain = url.getHost() != null && url.getRawUserInfo() == null && url.getRawFragment() == null;
        if (!web || !plain || url.getPort() == 0 || url.getPort() > 65_535) throw notAllowed();
        return url;
    }

    private static String store(String text) {
        boolean file = text.startsWith("sqlite:") && text.length() > "sqlite:".length();
        if (file || text.equals("memory:") || isMongo(text)) return text;
        URI url = URI.create(text);
        Set<String> schemes = Set.of("postgresql", "postgres");
        if (url.getScheme() == null || !schemes.contains(url.getScheme()) || url.getHost() == null) throw notAllowed();
        return text;
    }

    /** It may name several hosts, so it need not be a URI; the driver reads the rest. */
    private static boolean isMongo(String text) {
        return text.matches("mongodb(\\+srv)?://[^/\\s][^\\s]*");
    }

    private static String archive(String text) {
        boolean file = text.startsWith("file:") && text.length() > "file:".length();
        boolean bucket = text.startsWith("s3://") && text.length() > "s3://".length();
        if (text.length() > 1000 || hasControl(text) || !(file || bucket)) throw notAllowed();
        return text;
    }

    private static InetAddress address(String text) {
        try {
            if (text.isBlank()) throw notAllowed();
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw notAllowed();
        }
    }

    /** Users, passwords and keys stand before the last at sign or in the query. */
    private static String withoutSecrets(String url) {
        int query = url.indexOf('?');
        String start = query < 0 ? url : url.substring(0, query) + "?…";
        int at = start.lastIndexOf('@');
        return at < 0 ? start : "…" + start.substring(at);
    }

    private static boolean alike(String one, String other) {
        return one.replace('-', '_').equalsIgnoreCase(other.replace('-', '_'));
    }

    private static boolean hasControl(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    public static IllegalArgumentException notAllowed() {
        return new IllegalArgumentException("not allowed");
    }
}
