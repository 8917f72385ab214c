package dev.redrive.spring;

import dev.redrive.kafka.spring.DlqErrorHandler;

/** A bean that chooses what properties cannot about the error handler of listeners. It has the last word. */
@FunctionalInterface
public interface DlqErrorHandlerCustomizer {
    void customize(DlqErrorHandler.Builder errorHandler);
}
