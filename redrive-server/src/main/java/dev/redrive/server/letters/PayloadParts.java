package dev.redrive.server.letters;

import dev.redrive.letter.Payload;
import dev.redrive.server.payload.JsonTree;
import dev.redrive.server.payload.PayloadForm;
import dev.redrive.server.payload.PayloadSearch;
import dev.redrive.server.payload.PayloadWindow;
import java.util.List;
import java.util.Optional;

/** Chooses what of a payload a page shows. */
final class PayloadParts {
    private PayloadParts() {}

    static LetterView.PayloadPart of(Payload payload, LetterAddress address) {
        PayloadForm form = PayloadForm.of(payload);
        List<LetterView.Look> looks = looks(form);
        LetterView.Look look = address.look().filter(looks::contains).orElse(looks.get(0));
        return new LetterView.PayloadPart(
                form,
                payload.size(),
                look,
                looks,
                look == LetterView.Look.TREE ? Optional.of(JsonTree.of(payload.bytes())) : Optional.empty(),
                window(payload, form, look, address.from()),
                address.find().isBlank() || !form.isText()
                        ? Optional.empty()
                        : Optional.of(PayloadSearch.in(payload.text(), address.find())));
    }

    private static List<LetterView.Look> looks(PayloadForm form) {
        return switch (form.kind()) {
            case JSON -> List.of(LetterView.Look.TREE, LetterView.Look.RAW, LetterView.Look.HEX);
            case TEXT -> List.of(LetterView.Look.RAW, LetterView.Look.HEX);
            case ABSENT, EMPTY, BINARY -> List.of(LetterView.Look.HEX);
        };
    }

    private static Optional<PayloadWindow> window(Payload payload, PayloadForm form, LetterView.Look look, int from) {
        if (!form.hasBytes()) return Optional.empty();
        return switch (look) {
            case TREE -> Optional.empty();
            case RAW -> Optional.of(PayloadWindow.text(payload.text(), from));
            case HEX -> Optional.of(PayloadWindow.bytes(payload, from));
        };
    }
}
