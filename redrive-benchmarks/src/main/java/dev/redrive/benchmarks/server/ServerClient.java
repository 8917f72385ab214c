package dev.redrive.benchmarks.server;

import dev.redrive.benchmarks.sample.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A client of the server that keeps its connection as long as the server does. */
final class ServerClient implements AutoCloseable {
    private final int port;
    private final String captureHead;
    private final byte[] stats;
    private HttpConnection connection;
    private boolean needsAnother;

    private ServerClient(int port, String token, HttpConnection connection) {
        String common = " HTTP/1.1\r\nHost: localhost:" + port + "\r\nAuthorization: Bearer " + token + "\r\n";
        this.port = port;
        this.captureHead = "POST /dlq" + common + "Content-Type: application/json\r\nContent-Length: ";
        this.stats = ascii("GET /dlq/stats" + common + "\r\n");
        this.connection = connection;
    }

    static ServerClient of(PackagedServer server) throws IOException {
        return new ServerClient(server.port(), server.token(), HttpConnection.open(server.port()));
    }

    HttpConnection.Answer capture(byte[] request) throws IOException {
        return exchange(request);
    }

    /** All of it at once, so that it takes one write. A sample is ASCII: it has as many bytes as characters. */
    byte[] request(Sample sample) {
        String body = sample.letterJson();
        return ascii(captureHead + body.length() + "\r\n\r\n" + body);
    }

    HttpConnection.Answer stats() throws IOException {
        return exchange(stats);
    }

    private HttpConnection.Answer exchange(byte[] request) throws IOException {
        if (needsAnother) reopen();
        HttpConnection.Answer answer = connection.exchange(request);
        needsAnother = answer.last();
        return answer;
    }

    private void reopen() throws IOException {
        connection.close();
        connection = HttpConnection.open(port);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
