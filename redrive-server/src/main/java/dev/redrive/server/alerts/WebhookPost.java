package dev.redrive.server.alerts;

import dev.redrive.server.target.Outbound;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Posts a message to a web address; anything but 2xx is a failure. Of the address, messages name the host only. */
final class WebhookPost {
    private final Outbound outbound;
    private final Duration timeout;

    WebhookPost(Outbound outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    void send(URI url, String type, String body, Map<String, String> headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .setHeader("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        headers.forEach(request::setHeader);
        Outbound.Answer answer = outbound.send(request, timeout, url.getHost());
        if (answer.isSuccess()) return;
        String hint = answer.isRedirect() ? "; redirects are not followed" : "";
        String said = answer.excerpt().isEmpty() ? "" : ": " + answer.excerpt();
        throw new IOException(url.getHost() + " answered " + answer.status() + hint + said);
    }
}
