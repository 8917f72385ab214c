package dev.redrive.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.engine.RetryResult;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.testing.Await;
import dev.redrive.testpostgres.TestPostgres;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.ContextClosedEvent;

class HandlersTest {
    @TempDir
    Path folder;

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedriveAutoConfiguration.class, JacksonAutoConfiguration.class))
            .withPropertyValues("redrive.store=memory:");

    // What a handler gets

    record Order(String id, int amount) {}

    static class Shop {
        final List<Object> got = new CopyOnWriteArrayList<>();

        @RedriveHandler("letters")
        void letter(DeadLetter letter) {
            got.add(letter.channel());
        }

        @RedriveHandler("texts")
        void text(String payload) {
            got.add(payload);
        }

        @RedriveHandler("bytes")
        public void bytes(byte[] payload) {
            got.add(new String(payload, StandardCharsets.UTF_8));
        }

        @RedriveHandler(value = "orders", ratePerSecond = 100, circuit = @RedriveHandler.Circuit(openFor = "2m"))
        void order(Order order, DeadLetter letter) {
            got.add(order);
            got.add(letter.channel());
        }

        @RedriveHandler("lists")
        void list(List<Order> orders) {
            got.add(orders.get(0));
        }
    }

    @Test
    void a_handler_gets_the_letter_or_its_payload_as_its_parameter_says() {
        application.withBean(Shop.class).run(context -> {
            Shop shop = context.getBean(Shop.class);

            assertThat(handled(context.getBean(Redrive.class), "letters", "1")).isEqualTo(LetterStatus.RESOLVED);
            handled(context.getBean(Redrive.class), "texts", "some text");
            handled(context.getBean(Redrive.class), "bytes", "some bytes");
            handled(context.getBean(Redrive.class), "orders", "{\"id\":\"A1\",\"amount\":3}");
            handled(context.getBean(Redrive.class), "lists", "[{\"id\":\"A2\",\"amount\":4}]");

            assertThat(shop.got)
                    .containsExactly(
                            "letters", "some text", "some bytes", new Order("A1", 3), "orders", new Order("A2", 4));
        });
    }

    private static LetterStatus handled(Redrive redrive, String channel, String payload) {
        LetterId id = TestLetters.invalid(redrive, channel, payload);
        return redrive.letters().retry(id, "test") instanceof RetryResult.Tried tried
                ? tried.status()
                : TestLetters.status(redrive, id);
    }

    @Test
    void a_payload_that_cannot_be_read_fails_for_good() {
        application.withBean(Shop.class).run(context -> {
            Redrive redrive = context.getBean(Redrive.class);
            LetterId id = TestLetters.invalid(redrive, "orders", "{\"id\":");

            redrive.letters().retry(id, "test");

            DeadLetter letter = redrive.letters().find(id).orElseThrow();
            assertThat(letter.status()).isEqualTo(LetterStatus.FAILED);
            assertThat(letter.lastFailure().category()).isEqualTo(Category.DESERIALIZATION);
        });
    }

    @Test
    void letters_are_handled_by_themselves_once_the_context_is_ready() {
        application.withBean(Shop.class).run(context -> {
            Redrive redrive = context.getBean(Redrive.class);

            LetterId id = TestLetters.timedOut(redrive, "texts", "later");

            Await.until("the letter is resolved", () -> TestLetters.status(redrive, id) == LetterStatus.RESOLVED);
            assertThat(context.getBean(Shop.class).got).containsExactly("later");
        });
    }

    // What a handler throws

    static class Failing {
        @RedriveHandler("failing")
        void fail(String payload) throws Exception {
            throw new java.net.SocketTimeoutException("no answer to " + payload);
        }
    }

    @Test
    void what_a_handler_throws_is_the_failure() {
        application.withBean(Failing.class).run(context -> {
            Redrive redrive = context.getBean(Redrive.class);
            LetterId id = TestLetters.invalid(redrive, "failing", "1");

            redrive.letters().retry(id, "test");

            assertThat(redrive.letters().find(id).orElseThrow().lastFailure().type())
                    .isEqualTo("java.net.SocketTimeoutException");
        });
    }

    // Which handler

    static class Patterns {
        final List<String> got = new CopyOnWriteArrayList<>();

        @RedriveHandler("*")
        void rest(DeadLetter letter) {
            got.add("* " + letter.channel());
        }

        @RedriveHandler("payment.*")
        void payments(DeadLetter letter) {
            got.add("payment.* " + letter.channel());
        }

        @RedriveHandler("payment.eu")
        void europe(DeadLetter letter) {
            got.add("payment.eu " + letter.channel());
        }
    }

    @Test
    void the_most_specific_handler_gets_the_letters_of_a_channel() {
        application.withBean(Patterns.class).run(context -> {
            Redrive redrive = context.getBean(Redrive.class);

            List.of("orders", "payment.us", "payment.eu").forEach(channel -> handled(redrive, channel, "{}"));

            assertThat(context.getBean(Patterns.class).got)
                    .containsExactly("* orders", "payment.* payment.us", "payment.eu payment.eu");
        });
    }

    static class Again {
        @RedriveHandler("texts")
        void text(String payload) {}
    }

    @Test
    void two_handlers_for_a_channel_stop_the_start() {
        application
                .withBean(Shop.class)
                .withBean(Again.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("the channel texts has two @RedriveHandler")
                        .hasMessageContaining("Shop.text")
                        .hasMessageContaining("Again.text"));
    }

    static class Later {
        @RedriveHandler(value = "fails", concurrency = 2)
        CompletableFuture<Void> fails(String payload) {
            return CompletableFuture.failedFuture(new SocketTimeoutException(payload));
        }

        @RedriveHandler("works")
        CompletionStage<String> works(String payload) {
            return CompletableFuture.supplyAsync(() -> payload);
        }
    }

    @Test
    void a_handler_that_returns_a_stage_is_done_when_that_is() {
        application.withBean(Later.class).run(context -> {
            Redrive redrive = context.getBean(Redrive.class);

            assertThat(handled(redrive, "works", "1")).isEqualTo(LetterStatus.RESOLVED);
            assertThat(handled(redrive, "fails", "1")).isEqualTo(LetterStatus.PENDING);
        });
    }

    // Wrong signatures

    static class TakesNothing {
        @RedriveHandler("orders")
        void handle() {}
    }

    static class Returns {
        @RedriveHandler("orders")
        boolean handle(String payload) {
            return payload.isEmpty();
        }
    }

    static class TakesTwo {
        @RedriveHandler("orders")
        void handle(String key, String payload) {}
    }

    static class TakesNumber {
        @RedriveHandler("orders")
        void handle(int payload) {}
    }

    static class BadOption {
        @RedriveHandler(value = "orders", ratePerSecond = 0)
        void handle(String payload) {}
    }

    static class NoChannel {
        @RedriveHandler("")
        void handle(String payload) {}
    }

    @Test
    void a_wrong_signature_stops_the_start_and_says_what_is_wrong() {
        refused(TakesNothing.class, "takes nothing; let it take the DeadLetter or its payload");
        refused(Returns.class, "must return nothing, or a CompletionStage that is waited for");
        refused(TakesTwo.class, "takes the payload more than once");
        refused(TakesNumber.class, "takes a int, which no payload is");
        refused(BadOption.class, "has an option that is not allowed: rate per second must be more than 0");
        refused(NoChannel.class, "names no channel");
    }

    private void refused(Class<?> bean, String why) {
        application
                .withBean(bean)
                .run(context ->
                        assertThat(context).getFailure().hasMessageContaining(bean.getSimpleName() + ".handle " + why));
    }

    @Test
    void an_object_cannot_be_had_without_a_json_mapper() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RedriveAutoConfiguration.class))
                .withPropertyValues("redrive.store=memory:")
                .withBean(Shop.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("there is no JsonMapper bean to read it"));
    }

    // Beans of all kinds

    @Configuration(proxyBeanMethods = false)
    static class Proxied {
        final List<String> around = new CopyOnWriteArrayList<>();

        @Bean
        Shop shop() {
            ProxyFactory proxy = new ProxyFactory(new Shop());
            proxy.setProxyTargetClass(true);
            proxy.addAdvice((MethodInterceptor) call -> {
                around.add(call.getMethod().getName());
                return call.proceed();
            });
            return (Shop) proxy.getProxy();
        }
    }

    @Test
    void a_handler_is_called_through_the_proxy_of_its_bean() {
        application.withUserConfiguration(Proxied.class).run(context -> {
            handled(context.getBean(Redrive.class), "bytes", "1");

            assertThat(context.getBean(Proxied.class).around).contains("bytes");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyBeans {
        @Bean
        @Lazy
        Shop shop() {
            return new Shop();
        }
    }

    @Test
    void a_lazy_bean_is_made_when_its_first_letter_comes() {
        application.withUserConfiguration(LazyBeans.class).run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("shop")).isFalse();

            handled(context.getBean(Redrive.class), "texts", "1");

            assertThat(context.getBean(Shop.class).got).containsExactly("1");
        });
    }

    // One transaction

    static class Ledger {
        @RedriveHandler("ledger")
        void book(String payload, Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO booked VALUES ('" + payload + "')");
            }
            if (payload.equals("bad")) throw new IllegalArgumentException("bad");
        }
    }

    @Test
    void what_a_handler_writes_on_the_connection_goes_with_the_letter() throws Exception {
        DataSource database = TestPostgres.dataSource(TestPostgres.freshDatabase());
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE booked (payload text)");
        }

        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RedriveAutoConfiguration.class))
                .withPropertyValues("redrive.journal=" + folder.resolve("spill"))
                .withBean(DataSource.class, () -> database)
                .withBean(Ledger.class)
                .run(context -> {
                    Redrive redrive = context.getBean(Redrive.class);

                    assertThat(handled(redrive, "ledger", "good")).isEqualTo(LetterStatus.RESOLVED);
                    assertThat(handled(redrive, "ledger", "bad")).isEqualTo(LetterStatus.FAILED);

                    try (Connection connection = database.getConnection();
                            Statement statement = connection.createStatement();
                            ResultSet found = statement.executeQuery("SELECT string_agg(payload, ',') FROM booked")) {
                        found.next();
                        assertThat(found.getString(1)).isEqualTo("good");
                    }
                });
    }

    // The end

    /** A handler that is at work when the context closes. */
    static class Slow implements ApplicationListener<ContextClosedEvent> {
        private final Tool tool;
        private final CountDownLatch closing = new CountDownLatch(1);
        final CountDownLatch working = new CountDownLatch(1);

        Slow(Tool tool) {
            this.tool = tool;
        }

        @RedriveHandler("slow")
        void handle(String payload) throws InterruptedException {
            working.countDown();
            if (closing.await(30, TimeUnit.SECONDS)) tool.use();
        }

        @Override
        public void onApplicationEvent(ContextClosedEvent event) {
            closing.countDown();
        }
    }

    static class Tool implements DisposableBean {
        private volatile boolean gone;
        final List<String> uses = new CopyOnWriteArrayList<>();

        void use() {
            uses.add(gone ? "broken" : "used");
        }

        @Override
        public void destroy() {
            gone = true;
        }
    }

    @Test
    void a_handler_that_is_at_work_when_the_context_closes_can_finish() {
        List<Tool> tools = new CopyOnWriteArrayList<>();

        application.withBean(Tool.class).withBean(Slow.class).run(context -> {
            tools.add(context.getBean(Tool.class));
            TestLetters.timedOut(context.getBean(Redrive.class), "slow", "1");
            assertThat(context.getBean(Slow.class).working.await(30, TimeUnit.SECONDS))
                    .isTrue();
        });

        assertThat(tools.get(0).uses).containsExactly("used");
    }
}
