package dev.redrive.kafka.sendback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.redrive.classify.Classifier;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.engine.Target;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A broker of its own that stops, and that denies access. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SendBackTroubleTest {
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final ReturnTopic TO_ORIGINAL =
            ReturnTopic.toOriginal(AllowedTopics.of("kafka.send-to", "orders-*"));

    private final KafkaBroker broker = KafkaBroker.start(Map.of(
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "allow.everyone.if.no.acl.found", "true"));
    private final TestCluster cluster = new TestCluster(broker.bootstrapServers());
    private SentLetters letters = new SentLetters(cluster);

    @BeforeEach
    void fresh_letters() {
        letters.close();
        letters = new SentLetters(cluster);
    }

    @AfterEach
    void give_rights_back() throws Exception {
        cluster.admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
        Await.until(() -> rules(ResourcePatternFilter.ANY).isEmpty());
    }

    @AfterAll
    void close() {
        letters.close();
        cluster.close();
        broker.close();
    }

    /** Where there is any rule, only what is allowed may be done. */
    private void deny(ResourceType type, String name, AclOperation operation) throws Exception {
        ResourcePattern what = new ResourcePattern(type, name, PatternType.LITERAL);
        List<AclBinding> rules = List.of(
                new AclBinding(what, anyUser(AclOperation.ALL, AclPermissionType.ALLOW)),
                new AclBinding(what, anyUser(operation, AclPermissionType.DENY)));
        cluster.admin.createAcls(rules).all().get();
        Await.until(() -> rules(what.toFilter()).containsAll(rules));
    }

    /** Those that the broker knows of: the controller answers a change before the broker goes by it. */
    private Collection<AclBinding> rules(ResourcePatternFilter what) {
        try {
            return cluster.admin
                    .describeAcls(new AclBindingFilter(what, AccessControlEntryFilter.ANY))
                    .values()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AccessControlEntry anyUser(AclOperation operation, AclPermissionType type) {
        return new AccessControlEntry("User:*", "*", operation, type);
    }

    private static Category category(Throwable thrown) {
        return new Diagnostics(new Classifier(List.of())).of(thrown).failure().category();
    }

    @Test
    void a_topic_that_may_not_be_written_to_fails_for_good() throws Exception {
        String topic = cluster.topic(1);
        deny(ResourceType.TOPIC, topic, AclOperation.WRITE);

        try (ReturnProducer producer = new ReturnProducer(cluster.settings())) {
            Throwable denied = catchThrowable(
                    () -> new KafkaTarget(producer, TO_ORIGINAL).send(ClaimedLetters.with(TestLetters.from(topic, 0))));

            assertThat(denied).hasMessageContaining(topic);
            assertThat(category(denied)).isEqualTo(Category.AUTHORIZATION);
        }
    }

    @Test
    void a_producer_that_lost_its_rights_works_again_when_it_has_them_back() throws Exception {
        String topic = cluster.topic(1);
        deny(ResourceType.TOPIC, ResourcePattern.WILDCARD_RESOURCE, AclOperation.WRITE);
        deny(ResourceType.CLUSTER, Resource.CLUSTER_NAME, AclOperation.IDEMPOTENT_WRITE);

        try (ReturnProducer producer = new ReturnProducer(cluster.settings())) {
            Target target = new KafkaTarget(producer, TO_ORIGINAL);
            Throwable denied = catchThrowable(() -> target.send(ClaimedLetters.with(TestLetters.from(topic, 0))));
            give_rights_back();
            Await.until(() -> mayWrite(topic));
            Target.Delivery delivery = target.send(ClaimedLetters.with(TestLetters.from(topic, 0)));

            assertThat(category(denied)).isEqualTo(Category.AUTHORIZATION);
            assertThat(delivery).isInstanceOf(Target.Delivery.Sent.class);
        }
    }

    private boolean mayWrite(String topic) {
        try (ReturnProducer other = new ReturnProducer(cluster.settings())) {
            new KafkaTarget(other, TO_ORIGINAL).send(ClaimedLetters.with(TestLetters.from(topic, 0)));
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    @Test
    void a_group_that_may_not_be_looked_at_does_not_hold_up_the_others() throws Exception {
        String topic = cluster.topic(1);
        LetterId secret = letters.sent(
                Message.of("1").with(new Origin(topic, 0, 1L, Payload.of("k"), TestLetters.WRITTEN, "secret", null)));
        LetterId open = letters.sent(topic);
        cluster.commit("secret", topic, 0, 2);
        cluster.commit("billing", topic, 0, 2);
        deny(ResourceType.GROUP, "secret", AclOperation.DESCRIBE);
        letters.clock.forward(GRACE);

        try (Confirmer confirmer = letters.confirmer(cluster, ConfirmerOptions.defaults())) {
            Confirmations done = confirmer.tick();

            assertThat(done.trouble()).contains("secret");
            assertThat(letters.status(open)).isEqualTo(LetterStatus.RESOLVED);
            assertThat(letters.status(secret)).isEqualTo(LetterStatus.REPLAYED);
        }
    }

    @Test
    void while_the_broker_is_away_nothing_is_confirmed_and_after_that_it_goes_on() {
        String topic = cluster.topic(1);
        LetterId id = letters.sent(topic);
        cluster.commit("billing", topic, 0, 1);
        letters.clock.forward(GRACE);

        try (Confirmer confirmer = letters.confirmer(cluster, ConfirmerOptions.defaults())) {
            broker.kill();
            Confirmations away = confirmer.tick();
            LetterStatus meanwhile = letters.status(id);
            broker.startAgain();
            Await.until(() -> confirmer.tick().trouble() == null);

            assertThat(away.trouble()).contains("Timeout");
            assertThat(meanwhile).isEqualTo(LetterStatus.REPLAYED);
            assertThat(letters.status(id)).isEqualTo(LetterStatus.RESOLVED);
        }
    }
}
