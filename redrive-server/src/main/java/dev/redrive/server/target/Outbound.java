package dev.redrive.server.target;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends HTTP requests out: connections are reused, redirects are never followed, one deadline covers everything from
 * connecting to the end of the answer, and of the answer no more is read than a message about it needs.
 */
public final class Outbound {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();

    /**
     * What the other side said.
     *
     * @param excerpt the start of a textual body on one line, empty when there is none
     */
    public record Answer(int status, HttpHeaders headers, String excerpt) {
        public boolean isSuccess() {
            return status >= 200 && status <= 299;
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
    public Answer send(HttpRequest request, Duration timeout, String where) throws IOException, InterruptedException {
        BoundedAnswer answer = new BoundedAnswer();
        CompletableFuture<HttpResponse<Void>> exchange = client.sendAsync(request, answer);
        try {
            exchange.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            if (!answer.hasBegun())
                throw new HttpTimeoutException("no answer from " + where + " within " + timeout.toMillis() + " ms");
        } catch (ExecutionException e) {
            if (!answer.hasBegun()) throw readable(e, where);
        } finally {
            exchange.cancel(true);
        }
        return answer.read();
    }

    /** The client's own messages are often empty, and some of its types say nothing about what happened. */
    private static IOException readable(ExecutionException failed, String where) {
        Throwable thrown = failed.getCause() == null ? failed : failed.getCause();
        String why = thrown.getMessage() == null ? "" : ": " + thrown.getMessage();
        if (thrown instanceof HttpConnectTimeoutException)
            return because(
                    thrown,
                    new HttpConnectTimeoutException(
                            "no connection to " + where + " within " + CONNECT.toMillis() + " ms"));
        if (thrown instanceof HttpTimeoutException)
            return because(thrown, new HttpTimeoutException("no answer from " + where + " in time"));
        if (thrown instanceof ConnectException && isUnresolved(thrown))
            return because(thrown, new UnknownHostException("unknown host in " + where));
        if (thrown instanceof ConnectException)
            return because(thrown, new ConnectException("cannot connect to " + where + why));
        if (thrown instanceof SSLException)
            return because(thrown, new SSLHandshakeException("no trusted connection to " + where + why));
        return because(
                thrown, new SocketException("the connection to " + where + " ended before there was an answer" + why));
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
}
