package dev.redrive.spring;

import dev.redrive.RedriveBuilder;

/** A bean that customizes Redrive before it opens, for example with event listeners, after the properties were applied. */
@FunctionalInterface
public interface RedriveCustomizer {
    void customize(RedriveBuilder redrive);
}
