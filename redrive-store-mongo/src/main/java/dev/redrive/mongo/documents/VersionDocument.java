package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.bigOrZero;
import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.parts;
import static dev.redrive.mongo.database.Fields.putIfPresent;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.texts;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.MongoClientSettings;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Priority;
import dev.redrive.store.questions.Version;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.io.BasicOutputBuffer;

/** The versions of a letter: its document names them, and their contents are parts. */
public final class VersionDocument {
    private static final Codec<Document> CODEC = CodecRegistries.withUuidRepresentation(
                    MongoClientSettings.getDefaultCodecRegistry(), UuidRepresentation.STANDARD)
            .get(Document.class);

    private VersionDocument() {}

    /** Writes the content, and returns what names it in the letter's document. */
    public static Document write(UUID letter, Version version, Parts.Writing parts) {
        return new Document("number", version.number())
                .append("part", parts.write(letter, bytes(content(version))))
                .append("bytes", version.payload().size() + version.headers().byteSize());
    }

    /** The versions of a letter, the original first. */
    public static List<Version> read(Document letter, Parts parts) {
        return parts(letter, LetterFields.VERSIONS).stream()
                .map(named -> version(document(parts.read(id(named, "part")))))
                .toList();
    }

    /** How many bytes payloads and headers of all versions have. */
    public static long contentBytes(Document letter) {
        return parts(letter, LetterFields.VERSIONS).stream()
                .mapToLong(one -> bigOrZero(one, "bytes"))
                .sum();
    }

    private static Document content(Version version) {
        Document document = new Document("number", version.number()).append("time", date(version.time()));
        putIfPresent(document, "by", version.by());
        putIfPresent(document, "notes", version.notes());
        putIfPresent(document, "payload", MessageDocument.inline(version.payload()));
        document.append("headers", MessageDocument.headers(version.headers()))
                .append("completeness", version.completeness().name())
                .append("priority", version.priority().name())
                .append("tags", version.tags());
        return document;
    }

    private static Version version(Document from) {
        return new Version(
                number(from, "number"),
                time(from, "time"),
                from.getString("by"),
                from.getString("notes"),
                MessageDocument.inline(from, "payload"),
                MessageDocument.headers(from),
                Completeness.valueOf(text(from, "completeness")),
                Priority.valueOf(text(from, "priority")),
                List.copyOf(texts(from, "tags")));
    }

    public static byte[] bytes(Document document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            CODEC.encode(writer, document, EncoderContext.builder().build());
        }
        return buffer.toByteArray();
    }

    public static Document document(byte[] bytes) {
        try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
            return CODEC.decode(reader, DecoderContext.builder().build());
        }
    }
}
