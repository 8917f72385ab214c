package dev.redrive.spring;

import dev.redrive.RedriveBuilder;

/** A bean that chooses what properties cannot, such as listeners, before Redrive opens. It has the last word. */
@FunctionalInterface
public interface RedriveCustomizer {
    void customize(RedriveBuilder redrive);
}
