package dev.redrive.retention;

import dev.redrive.letter.LetterStatus;
import java.time.LocalDate;

/** How many letters of one channel and status come to the end of their retention on one day (UTC). */
public record DueCount(LetterStatus status, String channel, LocalDate day, long letters) {}
