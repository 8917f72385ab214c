package dev.redrive.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method of a bean that processes letters of a channel again. To return means that the letter is done; anything
 * thrown means that it failed again.
 *
 * <p>The method returns nothing and takes one or more of these, in any order:
 *
 * <ul>
 *   <li>the {@link dev.redrive.letter.DeadLetter} itself,
 *   <li>the payload: as {@code String}, as {@code byte[]}, or as any other type that the application's {@code JsonMapper}
 *       reads,
 *   <li>a {@link java.sql.Connection}: what is written on it and the letter's end commit or roll back as one. It is a
 *       connection of Redrive's store, so this needs a store in the application's own database.
 * </ul>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RedriveHandler {
    /**
     * The channel; {@code *} stands for anything. A channel's own handler goes before those of patterns, a longer pattern
     * before a shorter one.
     */
    String value();

    /** The most letters handled in a second; without it there is no limit. */
    double ratePerSecond() default Double.POSITIVE_INFINITY;

    /**
     * The most letters handled at the same time, at most the engine's workers less two; with 0 it adapts to how quick the
     * handler is.
     */
    int concurrency() default 0;

    /** The circuit breaker of the handler. */
    Circuit circuit() default @Circuit;

    /** When a circuit opens and for how long. */
    @Documented
    @Target({})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Circuit {
        /** How many of the last attempts count. */
        int window() default 20;

        /** How many there must be before it can open. */
        int minimum() default 10;

        /** Which share of them must have failed for reasons of what is behind the handler. */
        double failureShare() default 0.5;

        /** How long it stays open before a few letters are tried, as in {@code 30s} or {@code 2m}. */
        String openFor() default "30s";

        /** How many letters are tried then. */
        int probes() default 3;

        /** An attempt that takes so long counts like a failed one, even if it succeeds. */
        String slowAfter() default "30s";
    }
}
