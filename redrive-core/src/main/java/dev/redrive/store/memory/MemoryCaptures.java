package dev.redrive.store.memory;

import dev.redrive.letter.LetterId;
import dev.redrive.store.StoreException;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes letters in, each once: new ones, and those of another store. */
final class MemoryCaptures {
    private final LetterIndex index;
    private final MemoryCauses causes;
    private final Map<CaptureKey, LetterId> keys = new HashMap<>();

    MemoryCaptures(LetterIndex index, MemoryCauses causes) {
        this.index = index;
        this.causes = causes;
    }

    List<CaptureResult> capture(List<NewLetter> batch) {
        batch.forEach(this::refuseTwice);
        List<CaptureResult> answers = new ArrayList<>(batch.size());
        for (NewLetter letter : batch) answers.add(capture(letter));
        return answers;
    }

    void refuseTwice(NewLetter letter) {
        boolean known = letter.key() != null && keys.containsKey(letter.key());
        if (!known && index.find(letter.id()) != null)
            throw new StoreException("there is a letter " + letter.id() + " already");
    }

    private CaptureResult capture(NewLetter letter) {
        LetterId known = known(letter.key(), letter.id());
        if (known != null) return new CaptureResult(known, false);
        causes.seen(letter.fingerprint(), letter.id().createdAt());
        index.add(new StoredLetter(letter));
        return new CaptureResult(letter.id(), true);
    }

    /** The letter that has the key already; otherwise the key is this letter's from now on. */
    private @Nullable LetterId known(@Nullable CaptureKey key, LetterId id) {
        return key == null ? null : keys.putIfAbsent(key, id);
    }

    /** In the order of their ids, so that the oldest letter of a sequence goes first. */
    List<CaptureResult> importAll(List<ImportedLetter> batch) {
        CaptureResult[] answers = new CaptureResult[batch.size()];
        IntStream.range(0, answers.length)
                .boxed()
                .sorted(Comparator.comparing(i -> batch.get(i).letter().id()))
                .forEach(i -> answers[i] = importAll(batch.get(i)));
        return List.of(answers);
    }

    private CaptureResult importAll(ImportedLetter imported) {
        LetterId id = imported.letter().id();
        if (index.find(id) != null) return new CaptureResult(id, false);
        LetterId known = known(imported.key(), id);
        if (known != null) return new CaptureResult(known, false);
        causes.seenElsewhere(imported);
        index.add(new StoredLetter(imported, index.now()));
        return new CaptureResult(id, true);
    }

    /** A message whose letter was deleted can be captured again. */
    void forget(StoredLetter letter) {
        if (letter.first.key() != null) keys.remove(letter.first.key());
    }
}
