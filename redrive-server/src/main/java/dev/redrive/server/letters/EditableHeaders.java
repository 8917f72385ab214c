package dev.redrive.server.letters;

import dev.redrive.internal.export.RawJsonValue;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.Redaction;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The headers of a version of a letter, for editing. Of a name with a hidden value nothing can be edited: which value a mask stands for is
 * certain only while all of them stay.
 */
record EditableHeaders(int version, List<Header> headers) {
    /** More make a table that nobody works with, and a page that is slow. */
    static final int MOST = 500;

    static EditableHeaders of(DeadLetter letter) {
        return new EditableHeaders(
                letter.state().version(), letter.message().headers().list());
    }

    void write(JsonOutput out) {
        out.startObject();
        out.number("version", version);
        out.number("count", headers.size());
        out.startArray("headers");
        if (headers.size() <= MOST) {
            Set<String> hidden = hidden();
            for (Header header : headers) header(out, header, hidden.contains(header.name()));
        }
        out.endArray();
        out.endObject();
    }

    private Set<String> hidden() {
        return headers.stream()
                .filter(header -> !header.value().isAbsent()
                        && header.value().isText()
                        && header.value().text().contains(Redaction.MASK))
                .map(Header::name)
                .collect(Collectors.toSet());
    }

    private static void header(JsonOutput out, Header header, boolean isHidden) {
        Payload value = header.value();
        out.startObject();
        out.text("name", header.name());
        if (value.isAbsent()) {
            out.name("value");
            out.nullValue();
        } else if (value.isText()) out.text("value", value.text());
        else out.base64(RawJsonValue.BASE64, value.bytes());
        if (isHidden) out.bool("hidden", true);
        out.endObject();
    }
}
