package dev.redrive.kafka.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IngestTroubleTest {
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private final DeadLetterStore store = new InMemoryDeadLetterStore(InstantSource.system());

    @Test
    void a_broker_that_is_killed_under_load_and_comes_back_has_lost_nothing_and_sent_nothing_twice()
            throws InterruptedException {
        try (KafkaBroker broker = KafkaBroker.start();
                RawTopic wire = new RawTopic(broker.bootstrapServers())) {
            String topic = wire.topic("orders.dlq", 3);
            Thread load = new Thread(() -> {
                for (int i = 0; i < 60; i++) wire.send(topic, i * 100, (i + 1) * 100);
            });

            try (Redrive redrive = Redrive.on(store).open();
                    DeadLetterReader reader = DeadLetterReader.start(
                            redrive.intake(),
                            options(Map.of("bootstrap.servers", broker.bootstrapServers()))
                                    .batch(200, 1 << 20),
                            InstantSource.system())) {
                load.start();
                Await.until(() -> stored().count() > 500, reader::status);
                broker.kill();
                Await.until(() -> reader.status().lastErrorAt() != null, reader::status);
                broker.startAgain();
                load.join();

                Await.until(() -> stored().count() >= 6000 && reader.status().isWell(), reader::status);
            }
            assertThat(stored().numbers()).isEqualTo(IngestFixture.upTo(6000));
        }
    }

    @Test
    void a_topic_that_its_user_may_not_read_is_reported_and_the_others_go_on() throws IOException {
        int secure = KafkaBroker.freePort();
        try (KafkaBroker broker = KafkaBroker.start(guarded(secure));
                RawTopic wire = new RawTopic(broker.bootstrapServers())) {
            wire.topic("orders.dlq", 1);
            wire.topic("secrets.dlq", 1);
            AclBinding denial = acl(AclOperation.READ, AclPermissionType.DENY);
            RawTopic.await(wire.admin
                    .createAcls(List.of(denial, acl(AclOperation.ALL, AclPermissionType.ALLOW)))
                    .all());
            Await.until(() -> RawTopic.await(allRules(wire)).size() == 2, () -> "the broker does not know the rules");
            wire.send("secrets.dlq", 0, 10);
            wire.send("orders.dlq", 0, 500);

            try (Redrive redrive = Redrive.on(store).open();
                    DeadLetterReader reader = DeadLetterReader.start(
                            redrive.intake(), options(user(secure, "secret")), InstantSource.system())) {
                Await.until(() -> stored().count() >= 500 && error(reader) != null, reader::status);
                assertThat(error(reader)).contains("TopicAuthorizationException");
                assertThat(new IngestFixture(store, "secrets").count()).isZero();
                wire.send("orders.dlq", 500, 600);
                Await.until(() -> stored().count() >= 600, reader::status);

                RawTopic.await(wire.admin.deleteAcls(List.of(denial.toFilter())).all());

                Await.until(
                        () -> new IngestFixture(store, "secrets").count() == 10
                                && reader.status().isWell(),
                        reader::status);
            }
            assertThat(stored().numbers()).isEqualTo(IngestFixture.upTo(600));

            try (Redrive redrive = Redrive.on(store).open();
                    DeadLetterReader reader = DeadLetterReader.start(
                            redrive.intake(), options(user(secure, "wrong")), InstantSource.system())) {
                Await.until(() -> reader.status().lastErrorAt() != null, reader::status);
                assertThat(reader.status().brokerError()).contains("SaslAuthenticationException");
            }
        }
    }

    /** A broker with a second port, where clients must authenticate. */
    private static Map<String, String> guarded(int secure) throws IOException {
        int controller = KafkaBroker.freePort();
        String clients = "CLIENT://localhost:${port},SECURE://localhost:" + secure;
        return Map.of(
                "listeners", clients + ",CONTROLLER://localhost:" + controller,
                "advertised.listeners", clients,
                "controller.quorum.voters", "1@localhost:" + controller,
                "listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_PLAINTEXT",
                "sasl.enabled.mechanisms", "PLAIN",
                "listener.name.secure.plain.sasl.jaas.config", LOGIN + " user_redrive=\"secret\";",
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users", "User:ANONYMOUS",
                "allow.everyone.if.no.acl.found", "true");
    }

    private static Map<String, Object> user(int port, String password) {
        return Map.of(
                "bootstrap.servers",
                "localhost:" + port,
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                LOGIN + " username=\"redrive\" password=\"" + password + "\";");
    }

    private static AclBinding acl(AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "secrets.dlq", PatternType.LITERAL),
                new AccessControlEntry("User:redrive", "*", operation, permission));
    }

    private static Future<Collection<AclBinding>> allRules(RawTopic wire) {
        return wire.admin.describeAcls(AclBindingFilter.ANY).values();
    }

    private static @Nullable String error(DeadLetterReader reader) {
        for (TopicStatus topic : reader.status().topics())
            if (topic.topic().equals("secrets.dlq")) return topic.error();
        return null;
    }

    private static IngestOptions options(Map<String, Object> client) {
        return IngestOptions.defaults(client, TopicChoice.deadLetterTopics())
                .discoverEvery(Duration.ofMillis(200))
                .backOff(Duration.ofMillis(200));
    }

    private IngestFixture stored() {
        return new IngestFixture(store, "orders");
    }
}
