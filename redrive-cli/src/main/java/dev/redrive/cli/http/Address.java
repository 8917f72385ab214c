package dev.redrive.cli.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The URL of a server and the token for it. */
public final class Address {
    private final URI base;
    private final @Nullable String token;

    private Address(URI base, @Nullable String token) {
        this.base = base;
        this.token = token;
    }

    /**
     * The server at this URL.
     *
     * @throws IllegalArgumentException when it is none; the message says what one looks like
     */
    public static Address of(String text, @Nullable String token) {
        String url = text.strip();
        if (!url.contains("://")) url = "http://" + url;
        while (url.endsWith("/")) url = url.substring(0, url.length() - 1);
        try {
            URI base = new URI(url);
            boolean isHttp = "http".equalsIgnoreCase(base.getScheme()) || "https".equalsIgnoreCase(base.getScheme());
            if (isHttp && base.getHost() != null && base.getRawQuery() == null && base.getRawUserInfo() == null)
                return new Address(base, token == null || token.isBlank() ? null : token.strip());
        } catch (URISyntaxException e) {
            // Said below, in words that help.
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" is no address of a server; one looks like http://localhost:8080");
    }

    URI resolve(String path) {
        return URI.create(base + path);
    }

    Optional<String> token() {
        return Optional.ofNullable(token);
    }

    /** For messages: never with a token. */
    public String shown() {
        return base.toString();
    }
}
