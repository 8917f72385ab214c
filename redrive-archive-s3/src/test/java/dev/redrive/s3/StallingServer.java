package dev.redrive.s3;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Reads the headers of a request, asks for its body, and reads nothing of it. */
final class StallingServer implements AutoCloseable {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);
    private static final int HEADERS = 8192;

    private final ServerSocket listener;
    private final String scheme;
    private final SSLContext context;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger stalls = new AtomicInteger();

    private StallingServer(ServerSocket listener, String scheme, SSLContext context) {
        this.listener = listener;
        this.scheme = scheme;
        this.context = context;
        start(this::accept);
    }

    static StallingServer plain() throws Exception {
        InetAddress local = InetAddress.getLoopbackAddress();
        return new StallingServer(new ServerSocket(0, 50, local), "http", SSLContext.getDefault());
    }

    /** With a new certificate, which nobody trusts but {@link #trusting()}. */
    static StallingServer withTls(Path folder) throws Exception {
        SSLContext context = context(keys(folder));
        ServerSocket listener = context.getServerSocketFactory().createServerSocket(0);
        return new StallingServer(listener, "https", context);
    }

    private static KeyStore keys(Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS)) throw new IOException("keytool does not end");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static SSLContext context(KeyStore keys) throws GeneralSecurityException {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    String endpoint() {
        return scheme + "://localhost:" + listener.getLocalPort();
    }

    SSLSocketFactory trusting() {
        return context.getSocketFactory();
    }

    /** How many requests wait for their bodies to be read. */
    int stalls() {
        return stalls.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                start(() -> stall(socket));
            } catch (IOException e) {
                // it is closed
            }
        }
    }

    private void stall(Socket socket) {
        try {
            if (socket.getInputStream().read(new byte[HEADERS]) < 0) return;
            socket.getOutputStream().write(CONTINUE);
            socket.getOutputStream().flush();
            stalls.incrementAndGet();
        } catch (IOException e) {
            // the client does not trust it, or hung up
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "stalling-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) socket.close();
    }
}
