package dev.redrive.server.cold;

import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.cold.RestoreResult;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.LetterId;
import dev.redrive.server.access.Masking;
import dev.redrive.server.letters.HoldJson;
import dev.redrive.server.letters.LetterJson;
import dev.redrive.store.holds.LegalHold;
import java.util.List;
import java.util.Optional;

/** Writes archived letters as those of the store are written, with where they are. */
final class ColdJson {
    private final JsonOutput out;
    private final LetterJson letters;
    private final HoldJson holds;

    ColdJson(JsonOutput out, Masking masking) {
        this.out = out;
        this.letters = new LetterJson(out, masking);
        this.holds = new HoldJson(out, masking);
    }

    void page(ColdPage page) {
        out.startObject();
        out.startArray("items");
        for (ColdLetter letter : page.letters())
            letters.summary(letter.whole().letter().summary(), () -> cold(letter));
        out.endArray();
        out.text("nextCursor", page.next().orElse(null));
        out.number("objects", page.objects());
        out.number("bytesRead", page.bytesRead());
        out.time("lookedBackTo", page.lookedBackTo().orElse(null));
        problems(page.problems());
        out.endObject();
    }

    void letter(ColdLetter letter, Optional<LegalHold> hold) {
        letters.letter(letter.whole().letter(), () -> {
            holds.member(hold);
            cold(letter);
        });
    }

    private void cold(ColdLetter letter) {
        out.startObject("cold");
        out.text("object", letter.object());
        out.bool("inStore", letter.inStore());
        out.endObject();
    }

    private void problems(List<String> problems) {
        out.startArray("problems");
        problems.forEach(out::text);
        out.endArray();
    }

    void restored(RestoreResult result) {
        out.startObject();
        out.bool("dryRun", false);
        out.number("restored", result.restored());
        out.number("known", result.known());
        out.startArray("missing");
        result.missing().stream().map(LetterId::toString).forEach(out::text);
        out.endArray();
        out.text("nextCursor", result.next().orElse(null));
        out.number("bytesRead", result.bytesRead());
        problems(result.problems());
        out.endObject();
    }

    void counted(ColdCount count) {
        out.startObject();
        out.bool("dryRun", true);
        out.number("matching", count.matching());
        out.number("restored", 0);
        out.number("known", count.known());
        out.startArray("missing");
        count.missing().stream().map(LetterId::toString).forEach(out::text);
        out.endArray();
        out.text("nextCursor", count.next());
        out.number("bytesRead", count.bytesRead());
        problems(count.problems());
        out.endObject();
    }
}
