package dev.redrive.internal.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.archive.ArchiveObject;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FoundLettersTest {
    private static final ArchiveObject OBJECT = new ArchiveObject("dlq/one", 7);

    private final DeadLetter letter = ClaimedLetters.with(Message.of("{}"));
    private final FoundLetters found = new FoundLetters();

    private DeadLetter letter(long number) {
        return new DeadLetter(
                new LetterId(new UUID(0, number)),
                letter.channel(),
                letter.message(),
                letter.failure(),
                letter.cause(),
                letter.lastFailure(),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.state(),
                letter.attempts());
    }

    @Test
    void a_letter_in_store_and_archive_is_one() {
        found.addOfStore(letter(1), Optional.empty());
        found.addOfArchive(OBJECT, letter(1), Optional.empty());
        found.addOfArchive(OBJECT, letter(2), Optional.empty());

        assertThat(found.count()).isEqualTo(2);
        assertThat(found.inStore()).containsExactly(letter(1).id());
        assertThat(found.objects().get(OBJECT))
                .containsExactly(letter(1).id(), letter(2).id());
        assertThat(found.listed())
                .first()
                .satisfies(match ->
                        assertThat(match.inStore() && match.inArchive()).isTrue());
    }

    @Test
    void of_very_many_letters_the_first_are_kept_and_the_others_are_counted() {
        LongStream.rangeClosed(1, FoundLetters.MOST).forEach(i -> found.addOfStore(letter(i), Optional.empty()));
        found.addOfArchive(OBJECT, letter(FoundLetters.MOST), Optional.empty());
        found.addOfArchive(OBJECT, letter(FoundLetters.MOST + 1L), Optional.empty());

        assertThat(found.count()).isEqualTo(FoundLetters.MOST + 1L);
        assertThat(found.more()).isEqualTo(1);
        assertThat(found.inStore()).hasSize(FoundLetters.MOST);
        assertThat(found.objects().get(OBJECT))
                .containsExactly(letter(FoundLetters.MOST).id());
        assertThat(found.listed()).hasSize(1000);
    }
}
