package dev.redrive.server.health;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;

/** What Spring's probes and metrics show by default; every key can be set otherwise from outside. */
@Configuration(proxyBeanMethods = false)
@PropertySource("classpath:dev/redrive/server/health/observability.properties")
class Observability {}
