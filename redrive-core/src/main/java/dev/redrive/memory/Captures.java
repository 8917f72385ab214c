package dev.redrive.memory;

import dev.redrive.letter.LetterId;
import dev.redrive.store.Adopted;
import dev.redrive.store.CaptureKey;
import dev.redrive.store.Captured;
import dev.redrive.store.NewLetter;
import dev.redrive.store.StoreException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes letters in, each once: new ones, and those of another store. */
final class Captures {
    private final Shelf shelf;
    private final Causes causes;
    private final Map<CaptureKey, LetterId> keys = new HashMap<>();

    Captures(Shelf shelf, Causes causes) {
        this.shelf = shelf;
        this.causes = causes;
    }

    List<Captured> capture(List<NewLetter> batch) {
        batch.forEach(this::refuseTwice);
        List<Captured> answers = new ArrayList<>(batch.size());
        for (NewLetter letter : batch) answers.add(capture(letter));
        return answers;
    }

    void refuseTwice(NewLetter letter) {
        boolean known = letter.key() != null && keys.containsKey(letter.key());
        if (!known && shelf.find(letter.id()) != null)
            throw new StoreException("there is a letter " + letter.id() + " already");
    }

    private Captured capture(NewLetter letter) {
        LetterId known = known(letter.key(), letter.id());
        if (known != null) return new Captured(known, false);
        causes.seen(letter.fingerprint(), letter.id().createdAt());
        shelf.add(new Kept(letter));
        return new Captured(letter.id(), true);
    }

    /** The letter that has the key already; otherwise the key is this letter's from now on. */
    private @Nullable LetterId known(@Nullable CaptureKey key, LetterId id) {
        return key == null ? null : keys.putIfAbsent(key, id);
    }

    /** In the order of their ids, so that the oldest letter of a sequence goes first. */
    List<Captured> adopt(List<Adopted> batch) {
        Captured[] answers = new Captured[batch.size()];
        IntStream.range(0, answers.length)
                .boxed()
                .sorted(Comparator.comparing(i -> batch.get(i).letter().id()))
                .forEach(i -> answers[i] = adopt(batch.get(i)));
        return List.of(answers);
    }

    private Captured adopt(Adopted adopted) {
        LetterId id = adopted.letter().id();
        if (shelf.find(id) != null) return new Captured(id, false);
        LetterId known = known(adopted.key(), id);
        if (known != null) return new Captured(known, false);
        causes.seenElsewhere(adopted);
        shelf.add(new Kept(adopted, shelf.now()));
        return new Captured(id, true);
    }

    /** A message whose letter was deleted can be captured again. */
    void forget(Kept letter) {
        if (letter.first.key() != null) keys.remove(letter.first.key());
    }
}
