package dev.redrive.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import software.amazon.awssdk.http.urlconnection.UrlConnectionFactory;

/** Connections of the JDK with limits for each step, through the proxy of this JVM if it has one. */
final class LimitedConnections implements UrlConnectionFactory {
    private final CallLimits limits;
    private final SSLSocketFactory sockets;

    LimitedConnections(CallLimits limits, SSLSocketFactory sockets) {
        this.limits = limits;
        this.sockets = new ClosableTlsSockets(sockets);
    }

    @Override
    public HttpURLConnection createConnection(URI uri) {
        try {
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            if (connection instanceof HttpsURLConnection tls) tls.setSSLSocketFactory(sockets);
            connection.setConnectTimeout((int) limits.connect().toMillis());
            connection.setReadTimeout((int) limits.attempt().toMillis());
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
