package dev.redrive.server.demo;

import dev.redrive.Redrive;
import java.time.InstantSource;
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
}
