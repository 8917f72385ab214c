package dev.redrive.server.demo;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.server.live.ChangeSource;
import java.time.InstantSource;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The shop as a bean, in the demo only. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("redrive.demo")
class DemoConfiguration {
    @Bean
    Shop shop(Redrive redrive, InstantSource clock) {
        return new Shop(redrive, clock);
    }

    @Bean
    ChangeSource shopChanges(Shop shop, Letters letters) {
        return () -> Map.of("shop", ShopState.of(shop, letters));
    }
}
