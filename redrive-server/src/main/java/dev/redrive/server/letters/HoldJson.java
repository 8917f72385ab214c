package dev.redrive.server.letters;

import dev.redrive.json.JsonOutput;
import dev.redrive.server.access.Masking;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes legal holds as a caller may see them. */
public record HoldJson(JsonOutput out, Masking masking) {
    /** A hold as a value, or after a name. */
    public void hold(LegalHold hold) {
        out.startObject();
        out.text(word(hold.subject().kind()), hold.subject().name());
        out.text("by", hold.by());
        out.text("reason", masking.notes(hold.reason()));
        out.time("since", hold.since());
        out.endObject();
    }

    /** A hold as a member of a letter; no member when there is none. */
    public void member(Optional<LegalHold> hold) {
        if (hold.isEmpty()) return;
        out.name("hold");
        hold(hold.get());
    }

    /** The same as members of a problem. */
    public static Map<String, Object> members(LegalHold hold) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(word(hold.subject().kind()), hold.subject().name());
        members.put("by", hold.by());
        members.put("reason", hold.reason());
        members.put("since", hold.since().toString());
        return members;
    }

    /** {@code the legal hold on channel orders, placed by jo at …: reason}. */
    public static String sentence(LegalHold hold) {
        return "the legal hold on " + text(hold.subject()) + ", placed by " + hold.by() + " at " + hold.since() + ": "
                + hold.reason();
    }

    public static String text(HoldSubject subject) {
        return word(subject.kind()) + " " + subject.name();
    }

    static String word(HoldSubject.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
