package dev.redrive.server.target;

import dev.redrive.internal.text.CleanText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends HTTP requests out: connections are reused, redirects are never followed, one deadline covers everything from
 * connecting to the end of the answer, and of the answer no more is read than a message about it needs.
 */
public final class Outbound {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int EXCERPT = 200;
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .executor(Runnable::run)
            .build();

    /**
     * What the other side said.
     *
     * @param text the start of a textual body as it came, empty when there is none
     */
    public record Answer(int status, HttpHeaders headers, String text) {
        public boolean isSuccess() {
            return status >= 200 && status <= 299;
        }

        /** The start of the text on one line. */
        public String excerpt() {
            return CleanText.oneLine(text, EXCERPT);
        }

        public boolean isRedirect() {
            return status >= 300 && status <= 399;
        }
    }

    /**
     * Sends a request. An answer whose body never ends is an answer all the same: its status has been said.
     *
     * @param where how messages name the other side, because an address may be a secret
     */
    public Answer send(HttpRequest.Builder what, Duration timeout, String where)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        try {
            return sendOnce(what.timeout(timeout).build(), timeout, where);
        } catch (StaleConnection e) {
            Duration left = timeout.minusNanos(System.nanoTime() - began);
            if (left.compareTo(SHORTEST) < 0) throw e;
            return sendOnce(what.timeout(left).build(), left, where);
        }
    }

    /** A kept connection that ended before anything was answered, as servers do with those that were idle for a while. */
    private static final class StaleConnection extends SocketException {
        private static final long serialVersionUID = 1L;

        StaleConnection(String message) {
            super(message);
        }
    }

    /** Not asynchronously: that would cost a thread for each request on a machine with two processors. */
    private Answer sendOnce(HttpRequest request, Duration timeout, String where)
            throws IOException, InterruptedException {
        BoundedAnswer answer = new BoundedAnswer(timeout);
        try {
            client.send(request, answer);
        } catch (IOException e) {
            if (!answer.hasBegun()) throw readable(e, timeout, where);
        } finally {
            answer.close();
        }
        return answer.read();
    }

    /** The client's own messages are often empty, and some of its types say nothing about what happened. */
    private static IOException readable(IOException thrown, Duration timeout, String where) {
        String why = thrown.getMessage() == null ? "" : ": " + thrown.getMessage();
        if (thrown instanceof HttpConnectTimeoutException)
            return because(
                    thrown,
                    new HttpConnectTimeoutException(
                            "no connection to " + where + " within " + CONNECT.toMillis() + " ms"));
        if (thrown instanceof HttpTimeoutException)
            return because(
                    thrown,
                    new HttpTimeoutException("no answer from " + where + " within " + timeout.toMillis() + " ms"));
        if (thrown instanceof ConnectException && isUnresolved(thrown))
            return because(thrown, new UnknownHostException("unknown host in " + where));
        if (thrown instanceof ConnectException)
            return because(thrown, new ConnectException("cannot connect to " + where + why));
        if (thrown instanceof SSLException)
            return because(thrown, new SSLHandshakeException("no trusted connection to " + where + why));
        String ended = "the connection to " + where + " ended before there was an answer" + why;
        return because(thrown, isStale(thrown) ? new StaleConnection(ended) : new SocketException(ended));
    }

    /** The client has no type for it. */
    private static boolean isStale(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).contains("received no bytes");
    }

    private static boolean isUnresolved(Throwable thrown) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 10; depth++) {
            if (at instanceof UnresolvedAddressException) return true;
            at = at.getCause();
        }
        return false;
    }

    private static IOException because(Throwable cause, IOException readable) {
        readable.initCause(cause);
        return readable;
    }

    /** Without what may be secret: the user and the query. */
    static String shown(URI uri) {
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return uri.getScheme() + "://" + uri.getHost() + port + path;
    }
}
