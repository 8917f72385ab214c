package dev.redrive.benchmarks.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A service that takes everything and does nothing with it but count. */
final class NoOpService implements AutoCloseable {
    private static final byte[] DONE =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LENGTH = "content-length:";

    private final ServerSocket listening;
    private final AtomicLong taken = new AtomicLong();

    private NoOpService(ServerSocket listening) {
        this.listening = listening;
    }

    static NoOpService start() throws IOException {
        NoOpService service = new NoOpService(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
        thread(service::accept);
        return service;
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "no-op");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "http://localhost:" + listening.getLocalPort() + "/letters";
    }

    long taken() {
        return taken.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                thread(() -> serve(socket));
            }
        } catch (IOException closed) {
            // There is nothing more to accept.
        }
    }

    private void serve(Socket socket) {
        try (socket;
                InputStream in = new BufferedInputStream(socket.getInputStream(), 16_384);
                OutputStream out = socket.getOutputStream()) {
            while (takeOne(in)) {
                taken.incrementAndGet();
                out.write(DONE);
            }
        } catch (IOException gone) {
            // So is its client.
        }
    }

    private static boolean takeOne(InputStream in) throws IOException {
        long length = 0;
        boolean any = false;
        for (String line = line(in); line != null; line = line(in)) {
            if (line.isEmpty() && any) {
                in.skipNBytes(length);
                return true;
            }
            any = true;
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH))
                length = Long.parseLong(line.substring(LENGTH.length()).strip());
        }
        return false;
    }

    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) return null;
            if (next != '\r') line.append((char) next);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
