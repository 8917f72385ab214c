package dev.redrive.benchmarks.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** An open page: it is told what changes and then asks for what changed on it, as the script of the pages does. */
final class Tab {
    private static final List<String> PAGES = List.of("/", "/letters", "/replays", "/channels");
    private static final int STACK = 256 * 1024;

    private final PackagedServer server;
    private final String page;
    private final HttpURLConnection stream;
    private final Thread thread;
    private final AtomicLong changes = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean closed;
    private String version = "-";

    private Tab(PackagedServer server, String page) throws IOException {
        this.server = server;
        this.page = page;
        this.stream = connect("/live");
        this.thread = new Thread(null, this::watch, "tab", STACK);
        thread.setDaemon(true);
    }

    static Tab open(PackagedServer server, int number) throws IOException {
        Tab tab = new Tab(server, PAGES.get(number % PAGES.size()));
        if (tab.stream.getResponseCode() != 200)
            throw new IOException("a tab was answered with " + tab.stream.getResponseCode());
        tab.thread.start();
        return tab;
    }

    long changes() {
        return changes.get();
    }

    /** Of the answers with what changed. */
    long bytes() {
        return bytes.get();
    }

    private HttpURLConnection connect(String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://localhost:" + server.port() + path).toURL().openConnection();
        connection.setRequestProperty("Authorization", "Bearer " + server.token());
        connection.setRequestProperty("Accept-Encoding", "gzip");
        return connection;
    }

    private static InputStream body(HttpURLConnection connection) throws IOException {
        InputStream in = connection.getInputStream();
        return "gzip".equals(connection.getContentEncoding()) ? new GZIPInputStream(in) : in;
    }

    private void watch() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body(stream), StandardCharsets.UTF_8))) {
            boolean changed = false;
            for (@Nullable String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
                if (line.equals("event: changed")) changed = true;
                if (changed && line.startsWith("data: ")) {
                    changed = false;
                    changes.incrementAndGet();
                    refresh(line);
                }
            }
        } catch (IOException ended) {
            // So has the tab.
        }
    }

    /** With the time of the change, so that all tabs with this page share one answer. */
    private void refresh(String data) throws IOException {
        HttpURLConnection request = connect(page);
        request.setRequestProperty("Accept", "text/html");
        request.setRequestProperty("Redrive-Live", version + ";" + data.replaceAll(".*\"at\":(\\d+).*", "$1"));
        if (request.getResponseCode() != 200) return;
        try (InputStream in = request.getInputStream()) {
            bytes.addAndGet(in.readAllBytes().length);
        }
        String now = request.getHeaderField("Redrive-Live");
        if (now != null) version = now;
    }

    /** It leaves with the next that it hears, which is a sign of life at the latest. */
    void leave() {
        closed = true;
    }

    void awaitEnd() throws InterruptedException {
        thread.join();
    }
}
