package dev.redrive.store.retention;

import dev.redrive.letter.LetterStatus;
import java.time.LocalDate;

/** How many letters of one channel are in one status and were last changed on one day (UTC). */
public record SettledCount(LetterStatus status, String channel, LocalDate lastChanged, long letters) {}
