package dev.redrive.endtoend.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that runs as a process of its own. */
public final class ServerProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile(" is ready at http://[^ /]+:(\\d+)");
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(30);

    private final Process process;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final Output out;
    private final Output err;

    private ServerProcess(Process process) {
        this.process = process;
        this.out = new Output(process.inputReader(), this::lookForPort);
        this.err = new Output(process.errorReader(), line -> {});
        var unused = process.onExit().thenRun(() -> port.completeExceptionally(new IllegalStateException("it ended")));
    }

    private void lookForPort(String line) {
        Matcher ready = READY.matcher(line);
        if (ready.find()) port.complete(Integer.valueOf(ready.group(1)));
    }

    static ServerProcess ready(Process process, Duration patience) {
        ServerProcess server = new ServerProcess(process);
        try {
            var unused = server.port.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return server;
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new AssertionError(
                    "the server did not start within " + patience.toSeconds() + " s\n" + server.said(), e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for the server", e);
        }
    }

    public Api api() {
        return new Api("http://localhost:" + port.join());
    }

    public int port() {
        return port.join();
    }

    public long pid() {
        return process.pid();
    }

    public List<String> out() {
        return out.lines();
    }

    /** Everything that it logged, to find the cause of a failure. */
    public String said() {
        return "--- standard output\n" + out.text() + "\n--- standard error\n" + err.text();
    }

    /** Asks it to stop, as Ctrl-C and service managers do. */
    public void askToStop() {
        process.destroy();
    }

    /** Asks it to stop, and returns its exit code. */
    public int stop() throws InterruptedException {
        askToStop();
        if (!process.waitFor(TIME_TO_STOP.toSeconds(), TimeUnit.SECONDS))
            throw new AssertionError("the server does not stop\n" + said());
        return process.exitValue();
    }

    /** Ends it without a chance to do anything, as kill -9 does. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
