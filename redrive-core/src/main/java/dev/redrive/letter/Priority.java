package dev.redrive.letter;

/** How urgent a letter is; higher ones are tried first. Declared from low to high: the order is stored. */
public enum Priority {
    LOW,
    NORMAL,
    HIGH,
    CRITICAL
}
