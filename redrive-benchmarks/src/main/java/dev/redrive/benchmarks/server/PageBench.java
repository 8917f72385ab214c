package dev.redrive.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.redrive.Redrive;
import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.benchmarks.store.MixedLetters;
import dev.redrive.benchmarks.store.RedriveBench;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** How long the packaged server takes for each page on SQLite, warm and with nothing of the file in memory, and how much it sends. */
public final class PageBench {
    private static final Duration SPREAD = Duration.ofDays(7);
    private static final int BATCH = 1_000;
    private static final int LARGE = 5_000_000;
    private static final double GOAL_MILLIS = 100;
    private static final double GOAL_KILOBYTES = 100;
    private static final int WARM_UPS = 40;
    private static final int WARM = 60;
    private static final int COLD = 7;
    private static final Duration LONGEST = Duration.ofSeconds(4);
    private static final Pattern ASSET = Pattern.compile("(?:href|src)=\"(/assets/[^\"]+|/webjars/[^\"]+)\"");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import[^\"]*\"(\\.?/[^\"]+)\"");

    private final RedriveBench.Fresh store;
    private final Rates rates;
    private final Workspace workspace;
    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** On a store with the letters of {@link #fill}. */
    public PageBench(RedriveBench.Fresh store, Rates rates, Workspace workspace) {
        this.store = store;
        this.rates = rates;
        this.workspace = workspace;
    }

    /** As if the letters had come evenly over the last days. */
    public static void fill(RedriveBench stores, RedriveBench.Fresh store, Rates rates) throws Exception {
        long began = System.nanoTime();
        int letters = rates.entries();
        AtomicReference<Instant> now =
                new AtomicReference<>(InstantSource.system().instant().minus(SPREAD));
        Duration step = SPREAD.dividedBy(Math.max(1, letters / BATCH));
        stores.withClock(
                store,
                now::get,
                open -> MixedLetters.fill(Redrive.on(open), letters, () -> now.updateAndGet(time -> time.plus(step))));
        rates.figure(Part.PAGES, "filling with " + letters + " letters", (System.nanoTime() - began) / 1e9, "s");
        rates.figure(Part.PAGES, "size of the file", stores.bytes(store) / 1e6, "MB");
    }

    public void run() throws Exception {
        try (PackagedServer server = start(PackagedServer.jar(), store, workspace)) {
            Map<String, String> pages = pages(server);
            List<String> missed = new ArrayList<>();
            for (Map.Entry<String, String> page : pages.entrySet())
                if (!measure(server, page.getKey(), page.getValue())) missed.add(page.getKey());
            weigh(server, missed);
            rates.note(missed.isEmpty() ? "all pages reach their goals" : "goals missed: " + String.join("; ", missed));
        }
    }

    static PackagedServer start(Path jar, RedriveBench.Fresh store, Workspace workspace)
            throws IOException, InterruptedException {
        StringBuilder settings = new StringBuilder("redrive:\n  search:\n    paths:\n");
        MixedLetters.ATTRIBUTES
                .byName()
                .forEach((name, path) -> settings.append("      ")
                        .append(name)
                        .append(": \"")
                        .append(path)
                        .append("\"\n"));
        return PackagedServer.start(jar, store.url(), settings.toString(), workspace);
    }

    private Map<String, String> pages(PackagedServer server) throws Exception {
        String letter = api(server, "/dlq?limit=1").findValue("id").asText();
        String cause = api(server, "/dlq/causes?limit=1").findValue("id").asText();
        String replay = plan(server);
        String order = Samples.of(rates.entries() / 3).eventId();
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("inbox", "/");
        pages.put("a cause", "/causes/" + cause);
        pages.put("letters", "/letters");
        pages.put("letters: status", "/letters?status=FAILED");
        pages.put("letters: channel and status", "/letters?channel=payments&status=PENDING");
        pages.put("letters: channels by pattern", "/letters?channel=pay*");
        pages.put("letters: error type", "/letters?errorType=java.net.ConnectException");
        pages.put("letters: 24 hours", "/letters?time=24h");
        pages.put(
                "letters: yesterday 14:00 to 15:00 of a channel", "/letters?time=yesterday+14:00-15:00&channel=orders");
        pages.put("letters: an order", "/letters?attr.order=" + order);
        pages.put("letters: a key", "/letters?key=customer-42");
        pages.put("letters: a cause", "/letters?cause=" + cause);
        pages.put("letters: oldest first", "/letters?order=oldest");
        pages.put("letters: most retries first", "/letters?order=retried");
        pages.put("letters: last changed first", "/letters?order=changed");
        pages.put("letters: failed, last changed first, 24 hours", "/letters?status=FAILED&order=changed&time=24h");
        pages.put("letters: text that none has", "/letters?q=no-such-text-anywhere");
        pages.put("a letter", "/letters/" + letter);
        pages.put("a letter with 5 MB of JSON", "/letters/" + large(server));
        pages.put("replays", "/replays");
        pages.put("a replay", "/replays/" + replay);
        pages.put("channels", "/channels");
        pages.put("a channel", "/channels/one?name=orders");
        pages.put("alerts", "/alerts");
        pages.put("audit", "/audit");
        pages.put("settings", "/settings");
        return pages;
    }

    /** Its rows differ, so that it takes as much room in the store as most documents do. */
    private String large(PackagedServer server) throws Exception {
        StringBuilder body =
                new StringBuilder("{\"channel\":\"large\",\"error\":{\"message\":\"large\"},\"payload\":{\"rows\":[");
        for (int i = 0; body.length() < LARGE; i++)
            body.append(Samples.of(i).json()).append(", ");
        HttpResponse<byte[]> captured = send(request(server, "/dlq")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.append("null]}}").toString())));
        if (captured.statusCode() >= 300) throw new IOException("a large letter was not captured: " + text(captured));
        return json.readTree(text(captured)).path("id").asText();
    }

    private String plan(PackagedServer server) throws Exception {
        String body = "{\"filterCriteria\":{\"channel\":\"payments\",\"status\":\"FAILED\"}}";
        HttpResponse<byte[]> planned = send(request(server, "/dlq/replays")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        if (planned.statusCode() >= 300) throw new IOException("a replay was not planned: " + text(planned));
        return json.readTree(text(planned)).path("id").asText();
    }

    // Measuring

    /** False when a goal is missed. */
    private boolean measure(PackagedServer server, String name, String path) throws Exception {
        double first = millis(server, path);
        List<Double> unused = sorted(WARM_UPS, () -> millis(server, path));
        List<Double> warm = sorted(WARM, () -> millis(server, path));
        List<Double> cold = sorted(COLD, () -> {
            forget();
            return millis(server, path);
        });
        double size = get(server, path).body().length / 1024.0;
        rates.note(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.1f | %.1f | %.0f | %.1f |",
                name,
                middle(warm),
                last(warm),
                middle(cold),
                last(cold),
                first,
                size));
        rates.figure(Part.PAGES, name + ", warm", middle(warm), "ms p50");
        rates.figure(Part.PAGES, name + ", warm", last(warm), "ms max");
        rates.figure(Part.PAGES, name + ", cold", middle(cold), "ms p50");
        rates.figure(Part.PAGES, name + ", cold", last(cold), "ms max");
        return middle(warm) < GOAL_MILLIS && middle(cold) < GOAL_MILLIS;
    }

    /** So many, or fewer when they take long. */
    private static List<Double> sorted(int most, Callable<Double> measure) throws Exception {
        Stopwatch watch = new Stopwatch(LONGEST);
        List<Double> millis = new ArrayList<>();
        while (millis.size() < most && !watch.isOver()) millis.add(measure.call());
        Collections.sort(millis);
        return millis;
    }

    private static double middle(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private static double last(List<Double> sorted) {
        return sorted.get(sorted.size() - 1);
    }

    /** The machine forgets what it has read of the file; what the server itself keeps of it stays. */
    private void forget() throws IOException, InterruptedException {
        for (String suffix : List.of("", "-wal")) {
            String file = store.url().substring("sqlite:".length()) + suffix;
            Process process = new ProcessBuilder(
                            "dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor() != 0) throw new IOException("dd could not drop " + file + " from memory");
        }
    }

    private double millis(PackagedServer server, String path) throws Exception {
        long began = System.nanoTime();
        HttpResponse<byte[]> unused = get(server, path);
        return (System.nanoTime() - began) / 1e6;
    }

    // What a first visit loads

    private void weigh(PackagedServer server, List<String> missed) throws Exception {
        for (String page : List.of("/", "/letters")) {
            double kilobytes = weight(server, page) / 1024.0;
            rates.figure(Part.PAGES, "first load of " + page + ", compressed, without charts", kilobytes, "KB");
            if (kilobytes >= GOAL_KILOBYTES) missed.add("first load of " + page);
        }
    }

    /** The page, its styles and its scripts, and what those import; what is imported on demand is not loaded. */
    private long weight(PackagedServer server, String page) throws Exception {
        HttpResponse<byte[]> html = get(server, page);
        long bytes = html.body().length;
        Deque<String> wanted = new ArrayDeque<>();
        Matcher assets = ASSET.matcher(text(html));
        while (assets.find()) wanted.add(assets.group(1));
        Set<String> loaded = new HashSet<>();
        while (!wanted.isEmpty()) {
            String path = wanted.remove();
            if (!loaded.add(path)) continue;
            HttpResponse<byte[]> asset = get(server, path);
            bytes += asset.body().length;
            if (!path.endsWith(".js")) continue;
            Matcher imports = IMPORT.matcher(text(asset));
            while (imports.find())
                wanted.add(URI.create(path).resolve(imports.group(1)).getPath());
        }
        return bytes;
    }

    // HTTP

    private JsonNode api(PackagedServer server, String path) throws Exception {
        return json.readTree(text(get(server, path)));
    }

    private HttpResponse<byte[]> get(PackagedServer server, String path) throws Exception {
        HttpResponse<byte[]> answer = send(request(server, path).GET());
        if (answer.statusCode() != 200)
            throw new IOException(path + " was answered with " + answer.statusCode() + ": " + text(answer));
        return answer;
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static HttpRequest.Builder request(PackagedServer server, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                .header("Authorization", "Bearer " + server.token())
                .header("Accept-Encoding", "gzip")
                .timeout(Duration.ofMinutes(2));
    }

    private static String text(HttpResponse<byte[]> answer) throws IOException {
        boolean zipped =
                answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
        try (InputStream bytes = new ByteArrayInputStream(answer.body());
                InputStream in = zipped ? new GZIPInputStream(bytes) : bytes) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
