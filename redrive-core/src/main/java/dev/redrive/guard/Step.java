package dev.redrive.guard;

/** A step of processing that may fail. */
@FunctionalInterface
public interface Step<T> {
    void process(T message) throws Exception;
}
