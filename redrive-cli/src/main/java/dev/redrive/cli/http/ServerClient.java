package dev.redrive.cli.http;

import dev.redrive.cli.json.BadJson;
import dev.redrive.cli.json.JsonReader;
import dev.redrive.cli.json.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A Redrive server. A refusal is thrown as {@link ServerRefused}, everything else that goes wrong as {@link CommandFailed}; both say what to
 * try next. Built on the oldest client of the JDK, as it starts in a fraction of the time of the newest.
 */
public final class ServerClient {
    static {
        // Sending a retry or a capture twice because the connection broke is not the client's to decide.
        System.setProperty("sun.net.http.retryPost", "false");
    }

    private static final int CONNECT_MILLIS = 5000;
    private static final int LONGEST_REPLY = 256 * 1024 * 1024;
    /** A redirection is no answer either: it leads to a page for people, or to another server. */
    private static final int BAD = 300;

    private final Address address;
    private final InstantSource clock;
    private Duration ahead = Duration.ZERO;

    public ServerClient(Address address, InstantSource clock) {
        this.address = address;
        this.clock = clock;
    }

    public Address address() {
        return address;
    }

    /** The server's time, from its last answer: its times are compared with its own clock. */
    public Instant now() {
        return clock.instant().plus(ahead);
    }

    /** Asks, and reads the whole answer. */
    public Reply send(Request request) {
        if (request.method().equals("PATCH")) return accepted(PatchRequest.send(address, request));
        HttpURLConnection connection = open(request, Duration.ofSeconds(60));
        try (InputStream in = body(connection)) {
            return new Reply(connection.getResponseCode(), connection.getHeaderFields(), read(in));
        } catch (IOException e) {
            throw ServerErrors.broken(address, e);
        }
    }

    /** Asks, and hands over the answer while it comes. Ends the connection when it is closed. */
    public FinalReply stream(Request request, Duration patience) {
        HttpURLConnection connection = open(request, patience);
        try {
            return new FinalReply(connection.getInputStream(), connection);
        } catch (IOException e) {
            throw ServerErrors.broken(address, e);
        }
    }

    private HttpURLConnection open(Request request, Duration patience) {
        HttpURLConnection connection = connect(request, patience);
        try {
            write(connection, request);
            int status = connection.getResponseCode();
            compareClocks(connection.getHeaderFieldDate("Date", 0));
            if (status >= BAD) throw refusal(connection, status);
            return connection;
        } catch (HttpRetryException e) {
            throw ServerErrors.refused(address, e.responseCode(), Value.nothing());
        } catch (IOException e) {
            throw ServerErrors.unreachable(address, e);
        }
    }

    private HttpURLConnection connect(Request request, Duration patience) {
        try {
            URI uri = address.resolve(request.path());
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout((int) patience.toMillis());
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            connection.setRequestMethod(request.method());
            request.headers().forEach(connection::setRequestProperty);
            address.token().ifPresent(token -> connection.setRequestProperty("Authorization", "Bearer " + token));
            return connection;
        } catch (IOException | IllegalArgumentException e) {
            throw ServerErrors.unreachable(address, e);
        }
    }

    private static void write(HttpURLConnection connection, Request request) throws IOException {
        byte[] bytes = request.bytes();
        Request.Body stream = request.stream();
        if (stream != null) {
            connection.setDoOutput(true);
            connection.setChunkedStreamingMode(1 << 16);
            try (OutputStream out = connection.getOutputStream()) {
                stream.writeTo(out);
            }
        } else if (bytes != null || request.method().equals("POST")) {
            byte[] body = bytes == null ? new byte[0] : bytes;
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(body.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
        }
    }

    private Reply accepted(Reply reply) {
        if (reply.status() >= BAD) throw ServerErrors.refused(address, reply.status(), problem(reply.bytes()));
        return reply;
    }

    private ServerRefused refusal(HttpURLConnection connection, int status) throws IOException {
        try (InputStream in = connection.getErrorStream()) {
            return ServerErrors.refused(address, status, problem(in == null ? new byte[0] : read(in)));
        }
    }

    private static Value problem(byte[] bytes) {
        try {
            return JsonReader.read(bytes);
        } catch (BadJson e) {
            return Value.nothing();
        }
    }

    private static InputStream body(HttpURLConnection connection) throws IOException {
        return Optional.ofNullable(connection.getInputStream()).orElseGet(InputStream::nullInputStream);
    }

    private byte[] read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(LONGEST_REPLY);
        if (in.read() >= 0)
            throw new CommandFailed(
                    "the answer of " + address.shown() + " is longer than 256 MB", "ask for less, with --limit");
        return bytes;
    }

    private void compareClocks(long date) {
        if (date > 0) ahead = notable(Duration.between(clock.instant(), Instant.ofEpochMilli(date)));
    }

    /** The header is in whole seconds, and came a moment ago: small differences mean nothing. */
    private static Duration notable(Duration difference) {
        return difference.abs().compareTo(Duration.ofSeconds(2)) > 0 ? difference : Duration.ZERO;
    }
}
