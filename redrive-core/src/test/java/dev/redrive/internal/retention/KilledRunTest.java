package dev.redrive.internal.retention;

import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.internal.retention.RetentionFixture.YEAR;
import static dev.redrive.internal.retention.RetentionFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs that end at any call, as their process does when it is killed. */
class KilledRunTest {
    private static final int PAGE = 8;
    private static final int REMOVED = 3;

    private RetentionFixture given = new RetentionFixture();
    private int callsLeft;

    /** No part of the program catches it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private void call() {
        if (callsLeft-- <= 0) throw new Killed();
    }

    /** Dies before its calls, and in the middle and at the end of a removal. */
    private final class MortalStore extends ForwardingStore {
        MortalStore() {
            super(given.store);
        }

        @Override
        public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
            call();
            return super.due(status, times, after, PAGE);
        }

        @Override
        public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
            call();
            return super.whole(ids, 1);
        }

        @Override
        public List<LetterId> remove(List<DueLetter> letters) {
            List<LetterId> gone = new ArrayList<>();
            for (int from = 0; from < letters.size(); from += REMOVED) {
                call();
                gone.addAll(super.remove(letters.subList(from, Math.min(from + REMOVED, letters.size()))));
            }
            call();
            return gone;
        }
    }

    private List<LetterId> oldLetters() {
        List<LetterId> letters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            letters.add(given.resolved(given.aLetter()));
            letters.add(given.archived(given.aLetter().failedWith(invalid())));
            if (i == 2) given.clock.forward(Duration.ofHours(1));
        }
        given.clock.forward(YEAR);
        return letters;
    }

    /** Some time later the lease of a killed run is over. */
    private boolean isKilledAfter(int calls) {
        callsLeft = calls;
        given.objects.beforeEachCall(this::call);
        try {
            run(given.runner(new MortalStore(), "node-" + calls));
            return false;
        } catch (Killed e) {
            given.clock.forward(Duration.ofMinutes(1));
            return true;
        } finally {
            given.objects.beforeEachCall(() -> {});
        }
    }

    private List<LetterId> anywhere() {
        TreeSet<LetterId> all = new TreeSet<>(given.inStore());
        all.addAll(given.inArchive());
        return List.copyOf(all);
    }

    @Test
    void every_letter_is_in_one_place_at_least_and_after_the_next_run_in_exactly_one() {
        int calls = 0;
        boolean killed = true;
        while (killed) {
            given = new RetentionFixture();
            List<LetterId> letters = oldLetters();

            killed = isKilledAfter(calls++);

            assertThat(anywhere()).isEqualTo(letters);
            run(given.runner(given.store, "the next node"));
            assertThat(given.inStore()).isEmpty();
            assertThat(given.inArchive()).isEqualTo(letters);
        }
        assertThat(calls).isGreaterThan(30);
    }

    @Test
    void runs_that_are_killed_again_and_again_come_to_an_end() {
        List<LetterId> letters = oldLetters();

        int kills = 0;
        while (isKilledAfter(20 + kills)) {
            kills++;
            assertThat(anywhere()).isEqualTo(letters);
        }

        assertThat(kills).isPositive();
        assertThat(given.inStore()).isEmpty();
        assertThat(given.inArchive()).isEqualTo(letters);
    }
}
