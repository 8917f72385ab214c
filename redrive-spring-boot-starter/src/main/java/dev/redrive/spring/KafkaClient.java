package dev.redrive.spring;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;

/** The settings of Redrive's Kafka clients: address, TLS, SASL and the rest, as Spring Boot gives them to its clients. */
final class KafkaClient {
    private final KafkaProperties properties;
    private final KafkaConnectionDetails connection;

    KafkaClient(KafkaProperties properties, KafkaConnectionDetails connection) {
        this.properties = properties;
        this.connection = connection;
    }

    Map<String, Object> forProducer() {
        return connected(properties.buildProducerProperties(), connection.getProducer(), "-dlq");
    }

    /** The settings that producers and consumers have in common are those of an admin client. */
    Map<String, Object> forBoth() {
        return connected(properties.buildAdminProperties(), connection.getAdmin(), "-dlq-retry");
    }

    private static Map<String, Object> connected(
            Map<String, Object> built, KafkaConnectionDetails.Configuration to, String name) {
        Map<String, Object> settings = new HashMap<>(built);
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, to.getBootstrapServers());
        String protocol = to.getSecurityProtocol();
        if (protocol != null && !protocol.isEmpty())
            settings.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
        trust(settings, to.getSslBundle());
        settings.computeIfPresent(CommonClientConfigs.CLIENT_ID_CONFIG, (key, id) -> id + name);
        settings.values().removeIf(value -> value == null);
        return settings;
    }

    private static void trust(Map<String, Object> settings, @Nullable SslBundle bundle) {
        if (bundle == null) return;
        settings.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class);
        settings.put(SslBundle.class.getName(), bundle);
    }
}
