package dev.redrive.server.alerts;

import dev.redrive.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Sends alerts to a Slack incoming webhook, whose address is itself a secret. */
final class SlackNotifier implements Notifier {
    private final URI url;
    private final WebhookPost post;

    SlackNotifier(URI url, WebhookPost post) {
        this.url = url;
        this.post = post;
    }

    @Override
    public String name() {
        return "slack";
    }

    @Override
    public void send(Alert alert) throws IOException, InterruptedException {
        String text = icon(alert) + " *" + escaped(alert.title()) + "*\n"
                + escaped(alert.message().text()) + "\n" + AlertText.counts(alert.counts());
        post.send(url, "application/json", Json.object(Map.of("text", text)).text(), Map.of());
    }

    private static String icon(Alert alert) {
        return switch (alert.message().kind()) {
            case ENDED -> ":white_check_mark:";
            case TEST -> ":wave:";
            case STARTED ->
                switch (alert.severity()) {
                    case INFO -> ":information_source:";
                    case WARNING -> ":warning:";
                    case ERROR -> ":x:";
                    case CRITICAL -> ":rotating_light:";
                };
        };
    }

    /** The three characters that Slack reads as markup: a title must not mention a whole Slack channel. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
