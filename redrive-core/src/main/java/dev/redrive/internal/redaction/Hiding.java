package dev.redrive.internal.redaction;

import dev.redrive.redaction.Redaction.Mode;

/** What is found in one message: what is to be sealed, what others must not quote, and whether anything is gone. */
final class Hiding {
    final SealedValues before;
    final SealedValues kept;
    /** Values that are hidden wherever they turn up, because they were hidden in the letter before. */
    final HiddenValues known;

    final SealedValues now = new SealedValues();
    final HiddenValues secrets = new HiddenValues();
    /** Those of the payload that rules name, by what becomes of them; copies in headers and in the key share that. */
    final HiddenValues removedFromPayload = new HiddenValues();

    final HiddenValues sealedInPayload = new HiddenValues();
    boolean removed;

    /** For a message whose masks stand where they stood. */
    Hiding(SealedValues before) {
        this(before, before);
    }

    /**
     * @param before what was sealed of the letter so far
     * @param kept the values behind the masks of this message, by the places where these stand
     */
    Hiding(SealedValues before, SealedValues kept) {
        this(before, kept, before.secrets());
    }

    Hiding(SealedValues before, SealedValues kept, HiddenValues known) {
        this.before = before;
        this.kept = kept;
        this.known = known;
    }

    /** A JSON value of the payload that a rule names. */
    void found(byte[] value, Mode mode) {
        secrets.addJson(value);
        (mode == Mode.REMOVE ? removedFromPayload : sealedInPayload).addJson(value);
    }

    /** A mask keeps the value that belongs to it; one without a value is all that is left of it. */
    void seal(String place, byte[] value, boolean isMask) {
        byte[] known = kept.get(place);
        if (!isMask) now.put(place, value);
        else if (known != null) now.put(place, known);
        else removed = true;
    }
}
