package dev.redrive.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.UnavailableStore;
import dev.redrive.server.stats.TestQueue;
import dev.redrive.store.DeadLetterStore;
import java.security.Principal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.ApiVersion;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointWebExtension;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import tools.jackson.databind.json.JsonMapper;

class ProbesTest {
    @Test
    void a_server_without_its_store_is_alive_and_not_ready() {
        try (TestQueue queue = new TestQueue(UnavailableStore::new)) {
            UnavailableStore away = (UnavailableStore) queue.store;
            context(queue).run(context -> {
                AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
                AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
                HealthEndpoint health = context.getBean(HealthEndpoint.class);
                assertThat(health.healthForPath("readiness"))
                        .extracting(HealthDescriptor::getStatus)
                        .isEqualTo(Status.UP);

                away.goAway();
                queue.clock.forward(Duration.ofSeconds(1));

                assertThat(health.healthForPath("readiness"))
                        .extracting(HealthDescriptor::getStatus)
                        .isEqualTo(Status.DOWN);
                assertThat(health.healthForPath("liveness"))
                        .extracting(HealthDescriptor::getStatus)
                        .isEqualTo(Status.UP);
                assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            });
        }
    }

    @Test
    void details_are_shown_to_signed_in_callers_only() {
        try (TestQueue queue = new TestQueue(UnavailableStore::new)) {
            ((UnavailableStore) queue.store).goAway();
            context(queue).run(context -> {
                HealthEndpointWebExtension health = context.getBean(HealthEndpointWebExtension.class);

                for (String path : List.of("", "readiness")) {
                    assertThat(body(health, caller(null), path))
                            .contains("\"status\":\"DOWN\"")
                            .doesNotContain("components", "the store is away");
                    assertThat(body(health, caller(() -> "ada"), path)).contains("\"store\"", "the store is away");
                }
            });
        }
    }

    private static String body(HealthEndpointWebExtension health, SecurityContext who, String path) {
        String[] parts = path.isEmpty() ? new String[0] : new String[] {path};
        return JsonMapper.shared()
                .writeValueAsString(health.health(ApiVersion.V3, WebServerNamespace.SERVER, who, false, parts)
                        .getBody());
    }

    private static SecurityContext caller(@Nullable Principal principal) {
        return new SecurityContext() {
            @Override
            public @Nullable Principal getPrincipal() {
                return principal;
            }

            @Override
            public boolean isUserInRole(String role) {
                return false;
            }
        };
    }

    private static WebApplicationContextRunner context(TestQueue queue) {
        return new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        EndpointAutoConfiguration.class,
                        ApplicationAvailabilityAutoConfiguration.class,
                        AvailabilityHealthContributorAutoConfiguration.class,
                        AvailabilityProbesAutoConfiguration.class,
                        HealthContributorAutoConfiguration.class,
                        HealthContributorRegistryAutoConfiguration.class,
                        HealthEndpointAutoConfiguration.class))
                .withUserConfiguration(Observability.class, StoreProbeConfiguration.class)
                .withBean(DeadLetterStore.class, () -> queue.store)
                .withBean(InstantSource.class, () -> queue.clock);
    }
}
