package dev.redrive.server.config.values;

/**
 * A setting that somebody gave, as opposed to one that has its default.
 *
 * @param key its whole name, or a variable that has only a name
 * @param value as it was written, with its placeholders; empty when it is a secret
 * @param place the line of the file, the variable or the flag
 */
public record GivenSetting(String key, String value, String place) {}
