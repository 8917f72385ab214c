package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;

import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.StatusWords;
import java.time.Duration;
import java.time.Instant;

/** Who leases letters, when, and for how long. */
record Leasing(String worker, Instant now, Duration time) {

    /** The attempt that begins is counted. */
    Change change() {
        return new Change()
                .set(LetterFields.STATUS, StatusWords.PROCESSING)
                .set(LetterFields.LOCKED_BY, worker)
                .set(LetterFields.LOCKED_AT, date(now))
                .set(LetterFields.LOCKED_UNTIL, date(now.plus(time)))
                .set(LetterFields.UPDATED_AT, date(now))
                .add(LetterFields.RETRY_COUNT, 1)
                .add(LetterFields.ATTEMPT, 1)
                .unset(
                        LetterFields.NEXT_RETRY_AT,
                        LetterFields.RESOLUTION,
                        LetterFields.RECEIPT,
                        LetterFields.BACK_TO,
                        LetterFields.BACK_DUE);
    }

    /** Takes the lease away from a letter. */
    static Change end(Change change) {
        return change.unset(
                LetterFields.LOCKED_BY,
                LetterFields.LOCKED_AT,
                LetterFields.LOCKED_UNTIL,
                LetterFields.BACK_TO,
                LetterFields.BACK_DUE);
    }
}
