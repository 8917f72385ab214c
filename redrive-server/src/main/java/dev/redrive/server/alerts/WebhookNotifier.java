package dev.redrive.server.alerts;

import dev.redrive.alert.AlertMessage;
import dev.redrive.json.Json;
import dev.redrive.server.config.AlertSettings.Webhook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Sends alerts as CloudEvents, signed when there is a secret, so that the receiver can verify their sender and time. */
final class WebhookNotifier implements Notifier {
    private static final String HMAC = "HmacSHA256";

    private final Webhook settings;
    private final WebhookPost post;
    private final InstantSource clock;

    WebhookNotifier(Webhook settings, WebhookPost post, InstantSource clock) {
        this.settings = settings;
        this.post = post;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "webhook";
    }

    @Override
    public void send(Alert alert) throws IOException, InterruptedException {
        String body = Json.object(event(alert)).text();
        Map<String, String> headers = settings.secret()
                .map(secret -> Map.of("X-Redrive-Signature", signature(secret, body)))
                .orElse(Map.of());
        post.send(settings.url(), "application/cloudevents+json", body, headers);
    }

    private static Map<String, @Nullable Object> event(Alert alert) {
        AlertMessage message = alert.message();
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("specversion", "1.0");
        event.put("id", message.id());
        event.put("source", "/dlq/alerts");
        event.put("type", "dev.redrive.alert." + Alert.word(message.kind()));
        event.put("subject", message.rule());
        event.put("time", message.at().toString());
        event.put("datacontenttype", "application/json");
        event.put("data", data(alert));
        return event;
    }

    private static Map<String, @Nullable Object> data(Alert alert) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("rule", alert.message().rule());
        data.put("channel", alert.message().channel());
        data.put("severity", alert.severityWord());
        data.put("kind", Alert.word(alert.message().kind()));
        data.put("text", alert.message().text());
        alert.result().ifPresent(result -> {
            data.put("value", result.value().isPresent() ? result.value().getAsDouble() : null);
            data.put("threshold", result.rule().threshold());
        });
        Map<String, Long> counts = new TreeMap<>();
        alert.counts().byStatus().forEach((status, count) -> counts.put(Alert.word(status), count));
        data.put("letters", counts);
        return data;
    }

    /** The time is signed too, so that an old message cannot be sent again as a new one. */
    private String signature(String secret, String body) {
        long seconds = clock.instant().getEpochSecond();
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
            byte[] signed = mac.doFinal((seconds + "." + body).getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }
}
