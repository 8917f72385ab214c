package dev.redrive.audit;

import dev.redrive.internal.text.Sha256;

/**
 * A line of the audit log, chained to the one before it: changing, dropping or inserting one breaks the chain.
 *
 * @param number counts from 1 without gaps
 * @param hash SHA-256 over the hash before it and all of the note, in hexadecimal
 */
public record AuditLine(long number, AuditNote note, String previousHash, String hash) {
    /** What the first line is chained to. */
    public static final String START = "0".repeat(64);

    public static AuditLine after(long previousNumber, String previousHash, AuditNote note) {
        long number = previousNumber + 1;
        return new AuditLine(number, note, previousHash, hash(number, note, previousHash));
    }

    /** True when the line is as it was written. */
    public boolean isIntact() {
        return hash.equals(hash(number, note, previousHash));
    }

    private static String hash(long number, AuditNote note, String previousHash) {
        StringBuilder text = new StringBuilder();
        for (Object part : new Object[] {
            previousHash,
            number,
            note.at().toEpochMilli(),
            note.by(),
            note.role(),
            note.from(),
            note.action(),
            note.subject(),
            note.count()
        }) {
            String value = part.toString();
            text.append(value.length()).append(':').append(value).append('\n');
        }
        return Sha256.hex(text.toString());
    }
}
