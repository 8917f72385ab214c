package dev.redrive.endtoend.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A target that does not behave. */
final class BadTarget implements AutoCloseable {
    private static final int DRIPS = 3000;
    private static final long PAUSE_MILLIS = 200;

    /** How it does not. */
    enum Kind {
        /** Never answers. */
        HANGS,
        /** Answers 200 and then a byte at a time. */
        DRIPS,
        /** Ends the connection without a word. */
        RESETS,
        /** Redirects every request to itself. */
        REDIRECTS
    }

    private final Kind kind;
    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "bad-target");
        thread.setDaemon(true);
        return thread;
    });

    BadTarget(Kind kind) {
        this.kind = kind;
        try {
            socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = socket.accept();
                threads.execute(() -> answer(caller));
            }
        } catch (IOException closed) {
            threads.shutdownNow();
        }
    }

    private void answer(Socket caller) {
        try (caller;
                InputStream in = caller.getInputStream();
                OutputStream out = caller.getOutputStream()) {
            if (in.read(new byte[65_536]) < 0) return;
            switch (kind) {
                case HANGS -> Thread.sleep(DRIPS * PAUSE_MILLIS);
                case DRIPS -> drip(out);
                case RESETS -> caller.setSoLinger(true, 0);
                case REDIRECTS ->
                    say(
                            out,
                            "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            }
        } catch (IOException | InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static void drip(OutputStream out) throws IOException, InterruptedException {
        say(out, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
        for (int i = 0; i < DRIPS; i++) {
            say(out, "x");
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static void say(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    String url() {
        return "http://" + socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort() + "/";
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.shutdownNow();
        }
    }
}
