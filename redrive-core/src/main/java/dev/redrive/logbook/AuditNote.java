package dev.redrive.logbook;

import java.time.Instant;

/** A change that somebody made: who, from which address, did what to what, and how many letters it changed. */
public record AuditNote(Instant at, String by, String role, String from, String action, String subject, long count) {}
