package dev.redrive.spring;

import dev.redrive.kafka.spring.DlqErrorHandler;

/** A bean that customizes the error handler of listeners, after the properties were applied. */
@FunctionalInterface
public interface DlqErrorHandlerCustomizer {
    void customize(DlqErrorHandler.Builder errorHandler);
}
