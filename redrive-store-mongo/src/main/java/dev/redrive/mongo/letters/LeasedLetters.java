package dev.redrive.mongo.letters;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.store.leases.LeasedLetter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.bson.Document;

/** Reads letters as the workers get them that have just leased them. */
final class LeasedLetters {
    private final MongoCollection<Document> letters;
    private final Parts parts;

    LeasedLetters(Mongo mongo, Parts parts) {
        this.letters = mongo.collection(LetterFields.LETTERS);
        this.parts = parts;
    }

    List<LeasedLetter> of(Collection<UUID> ids) {
        List<LeasedLetter> leased = new ArrayList<>(ids.size());
        if (ids.isEmpty()) return leased;
        try (MongoCursor<Document> found = letters.find(Filters.in(LetterFields.ID, ids))
                .projection(LetterMapper.WITHOUT_ATTEMPTS)
                .iterator()) {
            while (found.hasNext()) {
                Document letter = found.next();
                // A lease may have been so short that it is over.
                if (!letter.containsKey(LetterFields.HIDDEN) && LetterMapper.isHeld(letter))
                    leased.add(LetterMapper.claimed(letter, parts));
            }
        }
        return leased;
    }
}
