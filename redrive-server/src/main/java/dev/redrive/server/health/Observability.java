package dev.redrive.server.health;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;

/** The defaults of Spring's probes and metrics; every key can be overridden. */
@Configuration(proxyBeanMethods = false)
@PropertySource("classpath:dev/redrive/server/health/observability.properties")
class Observability {}
