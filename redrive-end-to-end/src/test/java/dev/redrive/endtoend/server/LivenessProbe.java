package dev.redrive.endtoend.server;

import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process that calls the liveness endpoint of a server all the time, as a supervisor does. It shares no threads and no heap
 * with the clients of the test, so its slowest answer is the server's.
 */
final class LivenessProbe implements AutoCloseable {
    private static final Duration TIME_TO_END = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Process process;
    private final Output out;
    private final Output err;

    LivenessProbe(Api api) {
        try {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx32m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            Path.of(LivenessProbe.class
                                            .getProtectionDomain()
                                            .getCodeSource()
                                            .getLocation()
                                            .getPath())
                                    .toString(),
                            LivenessProbe.class.getName(),
                            api.address() + "/actuator/health/liveness")
                    .start();
        } catch (IOException e) {
            throw new AssertionError("the probe did not start", e);
        }
        out = new Output(process.inputReader(), line -> {});
        err = new Output(process.errorReader(), line -> {});
    }

    /** Ends the probe and returns how long the slowest answer took. */
    Duration end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        boolean ended = process.waitFor(TIME_TO_END.toSeconds(), TimeUnit.SECONDS);
        if (!ended || process.exitValue() != 0)
            throw new AssertionError("the probe got no good answer\n" + out.whole() + "\n" + err.whole());
        return Duration.ofNanos(Long.parseLong(out.whole().strip()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Runs until its standard input ends, and prints the nanoseconds of the slowest answer. The first one starts it up. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
        ask(client, request);
        CountDownLatch end = new CountDownLatch(1);
        Thread reader = new Thread(() -> awaitEndOfInput(end), "end");
        reader.setDaemon(true);
        reader.start();
        long slowest = 0;
        do {
            slowest = Math.max(slowest, ask(client, request));
        } while (!end.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        System.out.println(slowest);
    }

    private static void awaitEndOfInput(CountDownLatch end) {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("the input broke off: " + e);
        }
        end.countDown();
    }

    private static long ask(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        int status = client.send(request, BodyHandlers.discarding()).statusCode();
        if (status != 200) throw new IOException("liveness answered " + status);
        return System.nanoTime() - start;
    }
}
