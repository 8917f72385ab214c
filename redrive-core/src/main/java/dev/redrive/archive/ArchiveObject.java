package dev.redrive.archive;

/** An object of an archive, without its content. */
public record ArchiveObject(String key, long size) {}
