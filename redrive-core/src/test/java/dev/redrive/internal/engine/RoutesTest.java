package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.internal.event.Events;
import dev.redrive.text.Glob;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private final Routes routes = new Routes();

    private static Route route(String channels) {
        Target done = letter -> new Target.Delivery.Done();
        return new Route(
                new Glob(channels),
                new Route.Sends(done),
                TargetOptions.defaults(),
                SettableClock.standing(),
                new Events());
    }

    @Test
    void a_second_handler_for_the_same_channels_is_refused_by_name() {
        routes.add(route("orders"));

        assertThatThrownBy(() -> routes.add(route("orders")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("orders");
        assertThat(routes.all()).hasSize(1);
    }

    @Test
    void a_channel_without_a_target_has_no_route() {
        routes.add(route("orders"));

        assertThat(routes.of("orders")).isPresent();
        assertThat(routes.of("orders.eu")).isEmpty();
    }
}
