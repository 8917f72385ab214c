package dev.redrive.server.replays;

import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.store.decisions.Edit;
import dev.redrive.transform.Transform;
import dev.redrive.transform.TransformFailed;
import dev.redrive.transform.TransformLimits;
import dev.redrive.transform.letter.Transforms;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Transforms letters and checks them against the schemas of their channels: first the one, then the other. */
public final class ReplayTransformer implements LetterTransformer {
    private static final String NOTES = "changed by a replay's transform";

    private final List<ChannelSettings> channels;
    private final TransformLimits limits;

    public ReplayTransformer(List<ChannelSettings> channels, int maxPayloadBytes) {
        this.channels = channels.stream()
                .filter(channel -> channel.schema().isPresent())
                .toList();
        this.limits = TransformLimits.defaults().withResultBytes(maxPayloadBytes);
    }

    @Override
    public Transformer prepare(ReplayTask task) {
        Optional<Transform> transform = transform(task);
        if (task.validate() && channels.isEmpty())
            throw new IllegalArgumentException(
                    "validate has nothing to check: no channel has a schema; set redrive.channels[].schema");
        return letter -> prepared(letter, transform, task.validate());
    }

    /** The transform of a replay task; empty when it has none. */
    Optional<Transform> transform(ReplayTask task) {
        String text = task.transform();
        return text == null ? Optional.empty() : Optional.of(Transforms.parse(text, limits));
    }

    private Prepared prepared(DeadLetter letter, Optional<Transform> transform, boolean validate) {
        Message before = letter.message();
        Message after;
        try {
            after = transform.isPresent() ? transform.get().apply(letter) : before;
        } catch (TransformFailed e) {
            return new Prepared.Unfit("the transform does not fit: " + e.getMessage());
        }
        List<String> violations = validate ? violations(letter.channel(), after.payload()) : List.of();
        if (!violations.isEmpty()) return new Prepared.Unfit(unfit(letter.channel(), violations));
        return changed(before, after);
    }

    /** What the first schema that matches the channel has against a payload; nothing when there is none. */
    List<String> violations(String channel, Payload payload) {
        return channels.stream()
                .filter(settings -> settings.match().matches(channel))
                .findFirst()
                .flatMap(ChannelSettings::schema)
                .map(schema -> schema.violations(payload))
                .orElse(List.of());
    }

    private static String unfit(String channel, List<String> violations) {
        String more = violations.size() == 1 ? "" : " (and " + (violations.size() - 1) + " more)";
        return "it does not fit the schema of " + channel + ": " + violations.get(0) + more;
    }

    private static Prepared changed(Message before, Message after) {
        boolean samePayload = Objects.equals(before.payload(), after.payload());
        boolean sameHeaders = Objects.equals(before.headers(), after.headers());
        if (samePayload && sameHeaders) return new Prepared.AsItIs();
        return new Prepared.Changed(new Edit(
                samePayload ? null : after.payload(),
                sameHeaders ? null : after.headers(),
                null,
                null,
                null,
                null,
                NOTES,
                null));
    }
}
