package dev.redrive.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Stands between a client and a server, and fails as networks do. */
final class TcpProxy implements AutoCloseable {
    private static final int CHUNK = 4096;

    private final ServerSocket listener;
    private final URI target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean hangs;
    private volatile int pauseMillis;
    private volatile long longestAnswer = Long.MAX_VALUE;
    private final AtomicInteger cuts = new AtomicInteger();

    TcpProxy(String endpoint) {
        try {
            target = URI.create(endpoint);
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("proxy", this::accept);
    }

    String endpoint() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    // Faults

    /** From now on it takes connections, reads nothing and answers nothing. */
    void hang() {
        hangs = true;
        sockets.forEach(TcpProxy::close);
    }

    /** From now on answers come in small pieces. */
    void slowDown(int millisBetweenPieces) {
        pauseMillis = millisBetweenPieces;
    }

    /** Cuts so many connections when so many bytes of answers went over them. */
    void cut(int times, long afterBytes) {
        sockets.forEach(TcpProxy::close);
        cuts.set(times);
        longestAnswer = afterBytes;
    }

    // Connections

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                connections.incrementAndGet();
                if (!hangs) connect(client);
            } catch (IOException e) {
                // it is closed
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket server = new Socket(target.getHost(), target.getPort());
            sockets.add(server);
            start("proxy-requests", () -> forward(client, server, false));
            start("proxy-answers", () -> forward(server, client, true));
        } catch (IOException e) {
            close(client);
        }
    }

    private void forward(Socket from, Socket to, boolean isAnswer) {
        long forwarded = 0;
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                if (isAnswer && pauseMillis > 0) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
                out.write(chunk, 0, read);
                forwarded += read;
                if (isAnswer && forwarded > longestAnswer && cuts.getAndDecrement() > 0) break;
            }
        } catch (IOException e) {
            // one of them hung up
        } finally {
            close(from);
            close(to);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(TcpProxy::close);
    }
}
