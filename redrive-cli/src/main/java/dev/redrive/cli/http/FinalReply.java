package dev.redrive.cli.http;

import java.io.FilterInputStream;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.Optional;

/** An answer that takes its connection with it: an endless one would otherwise be read to its end first. */
public final class FinalReply extends FilterInputStream {
    private final HttpURLConnection connection;

    FinalReply(InputStream in, HttpURLConnection connection) {
        super(in);
        this.connection = connection;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(connection.getHeaderField(name));
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
