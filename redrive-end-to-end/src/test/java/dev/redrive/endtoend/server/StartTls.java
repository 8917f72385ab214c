package dev.redrive.endtoend.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Offers STARTTLS in front of a mail server that cannot, and forwards what comes after it. */
final class StartTls implements AutoCloseable {
    private final ServerSocket listening;
    private final SSLContext tls;
    private final int mailServer;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> inTheClear = new CopyOnWriteArrayList<>();

    StartTls(SSLContext tls, int mailServer) throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.tls = tls;
        this.mailServer = mailServer;
        Future<?> unused = threads.submit(this::listen);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** The commands that were sent unencrypted. */
    List<String> inTheClear() {
        return List.copyOf(inTheClear);
    }

    private Void listen() throws IOException {
        while (true) {
            Socket caller = listening.accept();
            Future<?> unused = threads.submit(() -> serve(caller));
        }
    }

    private Void serve(Socket caller) throws IOException {
        try (caller;
                SSLSocket safe = agreeOn(caller);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), mailServer)) {
            String unusedGreeting = line(server.getInputStream());
            Future<?> unused = threads.submit(() -> server.getInputStream().transferTo(safe.getOutputStream()));
            safe.getInputStream().transferTo(server.getOutputStream());
        }
        return null;
    }

    private SSLSocket agreeOn(Socket caller) throws IOException {
        say(caller, "220 ready");
        String command = readLine(caller);
        while (!command.equals("STARTTLS")) {
            say(caller, command.startsWith("EHLO") ? "250-localhost\r\n250 STARTTLS" : "530 STARTTLS first");
            command = readLine(caller);
        }
        say(caller, "220 go ahead");
        SSLSocket safe = (SSLSocket) tls.getSocketFactory().createSocket(caller, null, true);
        safe.setUseClientMode(false);
        safe.startHandshake();
        return safe;
    }

    private String readLine(Socket caller) throws IOException {
        String command = line(caller.getInputStream());
        inTheClear.add(command);
        return command;
    }

    private static void say(Socket caller, String text) throws IOException {
        OutputStream out = caller.getOutputStream();
        out.write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Byte by byte, because what follows a line may not be for us. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) throw new IOException("hung up after " + line);
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
