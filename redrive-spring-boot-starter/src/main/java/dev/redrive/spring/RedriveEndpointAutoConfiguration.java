package dev.redrive.spring;

import dev.redrive.Letters;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the Actuator endpoint {@code dlq}, when the application has Actuator and exposes it. */
@AutoConfiguration(after = RedriveAutoConfiguration.class)
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
class RedriveEndpointAutoConfiguration {
    /** Actuator's condition is on the method: on the class it would be loaded before it is known to exist. */
    @Bean
    @ConditionalOnBean(Letters.class)
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    DlqEndpoint redriveDlqEndpoint(Letters letters) {
        return new DlqEndpoint(letters);
    }
}
