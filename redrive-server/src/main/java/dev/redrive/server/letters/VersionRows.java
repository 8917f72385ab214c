package dev.redrive.server.letters;

import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.server.access.Masking;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.store.questions.Version;
import dev.redrive.transform.letter.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The newest versions of a letter as its page shows them, with as many payloads and differences as there is room for. */
final class VersionRows {
    private static final int MOST = 20;
    /** Differences of one version. */
    private static final int DIFFERENCES = 20;

    private final PageFrame frame;
    private final Masking masking;
    /** Bytes of payloads that are still shown; of others the page has links to their bytes. */
    private int shown = 16 * 1024;
    /** Bytes of payloads that are still compared. */
    private int compared = 256 * 1024;

    VersionRows(PageFrame frame, Masking masking) {
        this.frame = frame;
        this.masking = masking;
    }

    /** The newest first. */
    List<LetterView.VersionRow> of(List<Version> versions) {
        List<Version> newest = versions.subList(Math.max(0, versions.size() - MOST), versions.size());
        List<Message> messages = newest.stream().map(this::message).toList();
        List<LetterView.VersionRow> rows = new ArrayList<>();
        for (int i = newest.size() - 1; i >= 0; i--) {
            Message message = messages.get(i);
            rows.add(row(newest.get(i), message.payload(), i == 0 ? List.of() : changes(messages.get(i - 1), message)));
        }
        return rows;
    }

    private Message message(Version version) {
        return Message.of(masking.shown(version.payload())).with(version.headers());
    }

    private LetterView.VersionRow row(Version version, Payload payload, List<Difference> changes) {
        return new LetterView.VersionRow(
                version.number(),
                frame.when(version.time()),
                Objects.requireNonNullElse(version.by(), ""),
                Objects.requireNonNullElse(masking.notes(version.notes()), ""),
                payload.size(),
                view(payload),
                changes);
    }

    private Optional<PayloadView> view(Payload payload) {
        if (payload.size() > shown) return Optional.empty();
        shown -= payload.size();
        return Optional.of(PayloadView.of(payload));
    }

    private List<Difference> changes(Message before, Message after) {
        int bytes = before.payload().size() + after.payload().size();
        if (bytes > compared) return List.of();
        compared -= bytes;
        List<Difference> all = Difference.between(before, after);
        return all.size() <= DIFFERENCES ? all : first(all);
    }

    private static List<Difference> first(List<Difference> all) {
        List<Difference> first = new ArrayList<>(all.subList(0, DIFFERENCES));
        first.add(new Difference("", Difference.Kind.MORE, null, "and more"));
        return first;
    }
}
