package dev.redrive.mongo.documents;

import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.mongo.database.Fields;
import dev.redrive.store.decisions.Former;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Where a letter stood before a person closed it, as a part of the letter. */
public final class FormerDocument {
    private FormerDocument() {}

    /** Of a letter as it stands now. */
    public static Document of(Document letter, LetterStatus status) {
        Document former = new Document("status", StatusWords.of(status));
        if (status == LetterStatus.PENDING) former.append("dueAt", letter.getDate(LetterFields.NEXT_RETRY_AT));
        Fields.putIfPresent(former, LetterFields.RECEIPT, letter.getString(LetterFields.RECEIPT));
        Resolution closed = LetterMapper.resolution(letter);
        if (closed != null) former.append(LetterFields.RESOLUTION, LetterDocument.of(closed.noted(null)));
        return former;
    }

    public static Former read(Document letter) {
        @Nullable Document former = Fields.partOrNull(letter, LetterFields.FORMER);
        if (former == null) return Former.unknown();
        return new Former(
                LetterMapper.status(former),
                Fields.timeOrNull(former, "dueAt"),
                former.getString(LetterFields.RECEIPT),
                LetterMapper.resolution(former));
    }
}
