package dev.redrive.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.metrics.StoreHealthIndicator;
import dev.redrive.testing.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HealthTest {
    @TempDir
    Path folder;

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RedriveAutoConfiguration.class,
                    RedriveHealthAutoConfiguration.class,
                    RedriveEndpointAutoConfiguration.class,
                    RedriveMetricsAutoConfiguration.class,
                    RedriveKafkaAutoConfiguration.class));

    @Test
    void a_store_that_does_not_work_is_shown_with_its_reason() {
        application
                .withPropertyValues("redrive.store=sqlite:" + folder.resolve("letters.db"))
                .run(context -> {
                    StoreHealthIndicator health = context.getBean(StoreHealthIndicator.class);
                    assertThat(health.health().getStatus()).isEqualTo(Status.UP);

                    context.getBean(Redrive.class).close();

                    Await.until("the store is asked again", () -> isDown(health));
                    Health broken = health.health();
                    assertThat(broken.getStatus()).isEqualTo(Status.DOWN);
                    assertThat(broken.getDetails().get("error")).asString().startsWith("the store does not work");
                });
    }

    private static boolean isDown(HealthIndicator indicator) {
        Health health = indicator.health();
        return health != null && health.getStatus().equals(Status.DOWN);
    }

    @Test
    void it_can_be_switched_off() {
        application
                .withPropertyValues("redrive.store=memory:", "management.health.redrive.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void an_application_without_actuator_micrometer_and_kafka_works() {
        application
                .withPropertyValues("redrive.store=memory:")
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "io.micrometer",
                        "org.springframework.kafka",
                        "org.springframework.boot.kafka",
                        "org.apache.kafka"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Redrive.class));
    }
}
