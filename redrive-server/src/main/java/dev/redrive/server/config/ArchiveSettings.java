package dev.redrive.server.config;

import java.util.Optional;

/**
 * Where letters go before they leave the store.
 *
 * @param url empty when there is no archive, and letters are deleted when their retention is over
 * @param capturesLastResort whether captures go there while both the store and the local journal are unable to take them
 */
public record ArchiveSettings(Optional<String> url, boolean capturesLastResort) {
    public static ArchiveSettings none() {
        return new ArchiveSettings(Optional.empty(), false);
    }

    public static ArchiveSettings at(String url) {
        return new ArchiveSettings(Optional.of(url), false);
    }

    /** Without the address, which may hold a password. */
    @Override
    public String toString() {
        return "ArchiveSettings[" + (url.isPresent() ? "one" : "none") + ", last resort " + capturesLastResort + "]";
    }
}
