package dev.redrive.benchmarks.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection to a server on this machine. It does little more than it must, to leave the processor to others. */
final class HttpConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final String CONTENT_LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final StringBuilder line = new StringBuilder(200);
    private final byte[] buffer = new byte[8_192];
    private int position;
    private int end;

    /**
     * What the server answered.
     *
     * @param last true when the server takes no more requests on this connection
     */
    record Answer(int status, String body, boolean last) {}

    private HttpConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    static HttpConnection open(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return new HttpConnection(socket);
    }

    /** Sends a whole request and waits for its answer. */
    Answer exchange(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        int status = status(line());
        int length = 0;
        boolean chunked = false;
        boolean last = false;
        for (String header = header(); !header.isEmpty(); header = header()) {
            if (header.startsWith(CONTENT_LENGTH)) length = number(header.substring(CONTENT_LENGTH.length()), 10);
            if (header.equals("transfer-encoding: chunked")) chunked = true;
            if (header.equals("connection: close")) last = true;
        }
        return new Answer(status, chunked ? chunks() : text(length), last);
    }

    private static int status(String line) throws IOException {
        if (!line.startsWith("HTTP/1.1 ") || line.length() < 12) throw new IOException("not HTTP/1.1: " + line);
        return number(line.substring(9, 12), 10);
    }

    private static int number(String text, int radix) throws IOException {
        try {
            return Integer.parseInt(text.strip(), radix);
        } catch (NumberFormatException e) {
            throw new IOException("not a number in an answer: " + text, e);
        }
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        for (int length = number(line(), 16); length > 0; length = number(line(), 16)) {
            body.append(text(length));
            line(); // each chunk ends with an empty line
        }
        line();
        return body.toString();
    }

    private String text(int length) throws IOException {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) text[i] = next();
        return new String(text, StandardCharsets.UTF_8);
    }

    private String header() throws IOException {
        return line().toLowerCase(Locale.ROOT);
    }

    private String line() throws IOException {
        line.setLength(0);
        for (byte next = next(); next != '\n'; next = next()) if (next != '\r') line.append((char) next);
        return line.toString();
    }

    private byte next() throws IOException {
        if (position == end) fill();
        return buffer[position++];
    }

    private void fill() throws IOException {
        position = 0;
        end = Math.max(0, in.read(buffer));
        if (end == 0) throw new EOFException("the server closed the connection");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
