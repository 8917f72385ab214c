package dev.redrive.server.config;

import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.Spelling;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Reads the properties of Kafka's clients, with the names and formats of Kafka. */
final class KafkaProperties {
    private static final String KEY = "properties";

    /** Others could lose letters, or are settings of ours. */
    private static final Set<String> OURS = Set.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG);

    private static final Map<String, ConfigDef.ConfigKey> KNOWN = known();

    private static final ValueForm<String> NAME = ValueForm.of(
                    "a setting of Kafka's clients that is not decided here, such as security.protocol or"
                            + " sasl.jaas.config",
                    KafkaProperties::name)
            .withHint(name -> Spelling.hint(name, KNOWN.keySet()));

    private KafkaProperties() {}

    static Map<String, String> read(Section section) {
        return section.free(KEY, '.', NAME, KafkaProperties::form);
    }

    /** Variables shout. */
    private static String name(String given) {
        String name = given.toLowerCase(Locale.ROOT);
        if (!KNOWN.containsKey(name)) throw ValueForms.notAllowed();
        return name;
    }

    private static ValueForm<String> form(String name) {
        ConfigDef.ConfigKey key = KNOWN.get(name);
        if (key == null) return ValueForms.SECRET;
        ValueForm<String> form = ValueForm.of(allowed(key), text -> {
            check(key, text);
            return text;
        });
        return key.type() == ConfigDef.Type.PASSWORD ? form.hidden() : form;
    }

    private static String allowed(ConfigDef.ConfigKey key) {
        String kind = "what Kafka knows for it (" + key.type().name().toLowerCase(Locale.ROOT);
        return kind + (key.validator == null ? "" : ", " + key.validator) + ")";
    }

    private static void check(ConfigDef.ConfigKey key, String text) {
        try {
            Object value = ConfigDef.parseType(key.name, text, key.type());
            if (key.validator != null) key.validator.ensureValid(key.name, value);
        } catch (ConfigException e) {
            throw ValueForms.notAllowed();
        }
    }

    private static Map<String, ConfigDef.ConfigKey> known() {
        Map<String, ConfigDef.ConfigKey> known =
                new HashMap<>(AdminClientConfig.configDef().configKeys());
        ProducerConfig.configDef().configKeys().forEach(known::putIfAbsent);
        ConsumerConfig.configDef().configKeys().forEach(known::putIfAbsent);
        known.keySet().removeAll(OURS);
        return Map.copyOf(known);
    }
}
