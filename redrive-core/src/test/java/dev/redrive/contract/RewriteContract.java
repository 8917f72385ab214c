package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.failure;
import static dev.redrive.contract.LetterBuilder.fingerprint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store must hold when a letter is rewritten because values in it are erased. */
public abstract class RewriteContract extends StoreContract {
    private static final String NAME = "Klara Ohnesorg";
    private static final Failure FAILED =
            failure("com.acme.InvalidOrder", "no address of " + NAME + " is known", Category.VALIDATION);

    /** A letter with the name wherever one can be, tried and edited. */
    private LetterId withName(LetterBuilder letter) {
        Message message = Message.of("{\"name\":\"" + NAME + "\"}")
                .with(new Headers(List.of(Header.of("user", NAME), Header.of("host", "a"))))
                .with(Sealed.of(new byte[] {1, 2, 3}));
        LetterId id = captured(letter.message(message).keyed(NAME).failedWith(FAILED));
        store.settle(List.of(settlement(
                ClaimedLetters.leased(store, id, "w", MINUTE).lease(),
                new Settlement.SetAside(FAILED, fingerprint(FAILED)))));
        store.edit(id, 0, Edit.payload(Payload.of("{\"name\":\"" + NAME + "\",\"edited\":true}"), "ann"));
        return id;
    }

    private WholeLetter whole(LetterId id) {
        return store.whole(List.of(id), Long.MAX_VALUE).get(0);
    }

    private WholeLetter withoutName(LetterId id) {
        return without(NAME, whole(id));
    }

    // Rewriting

    @Test
    void nothing_of_the_old_letter_is_left() {
        LetterId id = withName(aLetter());
        WholeLetter rewritten = withoutName(id);
        clock.forward(MINUTE);

        assertThat(store.rewrite(rewritten)).isEqualTo(new RewriteResult.Done());

        DeadLetter letter = found(id);
        assertThat(letter.message()).isEqualTo(rewritten.letter().message());
        assertThat(letter.failure()).isEqualTo(rewritten.letter().failure());
        assertThat(letter.lastFailure()).isEqualTo(rewritten.letter().lastFailure());
        assertThat(letter.attempts()).isEqualTo(rewritten.letter().attempts()).hasSize(1);
        assertThat(store.versions(id)).isEqualTo(rewritten.versions()).hasSize(2);
        assertThat(whole(id).toString()).doesNotContain(NAME);
        assertThat(idsOf(Filter.builder().text(NAME).build())).isEmpty();
        assertThat(idsOf(Filter.builder().text("erased").build())).containsExactly(id);
        assertThat(idsOf(Filter.builder().key(NAME).build())).isEmpty();
        assertThat(idsOf(Filter.builder().key("erased").build())).containsExactly(id);
    }

    @Test
    void it_keeps_all_else() {
        LetterId id = withName(aLetter().from("ledger").tagged("t").idempotent("k"));
        DeadLetter before = found(id);
        var tallies = new HashSet<>(store.tallies().list());
        var cause = cause(before.cause());
        clock.forward(MINUTE);

        store.rewrite(withoutName(id));

        DeadLetter after = found(id);
        assertThat(after.state())
                .usingRecursiveComparison()
                .ignoringFields("updatedAt")
                .isEqualTo(before.state());
        assertThat(after.state().updatedAt()).isEqualTo(clock.instant());
        assertThat(after.cause()).isEqualTo(before.cause());
        assertThat(after.lastCause()).isEqualTo(before.lastCause());
        assertThat(after.tags()).isEqualTo(before.tags());
        assertThat(new HashSet<>(store.tallies().list())).isEqualTo(tallies);
        assertThat(cause(before.cause())).isEqualTo(cause);
        assertThat(store.capture(List.of(aLetter().idempotent("k").build()))
                        .get(0)
                        .isNew())
                .isFalse();
        assertThat(store.edit(id, 1, Edit.tags(List.of("u"), "ann"))).isEqualTo(new EditResult.As(2));
    }

    @Test
    void tags_and_notes_are_rewritten_too() {
        LetterId id = captured(aLetter().tagged("of " + NAME, "t"));
        store.move(id, ManualMove.archive("ann", "for " + NAME));
        DeadLetter letter = found(id);
        DeadLetter rewritten = new DeadLetter(
                id,
                letter.channel(),
                letter.message(),
                letter.failure(),
                letter.cause(),
                letter.lastFailure(),
                letter.lastCause(),
                letter.priority(),
                List.of("t", "erased"),
                letter.ordered(),
                letter.state().withNotes(notes -> "for erased"),
                letter.attempts());

        store.rewrite(new WholeLetter(rewritten, List.of()));

        assertThat(found(id)).isEqualTo(rewritten);
        assertThat(idsOf(Filter.builder().tag("of " + NAME).build())).isEmpty();
        assertThat(idsOf(Filter.builder().tag("erased").build())).containsExactly(id);
    }

    @Test
    void a_large_payload_may_become_a_small_one_and_the_other_way_round() {
        LetterId shrinks = captured(aLetter().saying("x".repeat(300_000)));
        LetterId grows = captured(aLetter());
        for (LetterId id : List.of(shrinks, grows)) {
            DeadLetter letter = found(id);
            Payload payload = id.equals(shrinks) ? Payload.absent() : Payload.of("y".repeat(300_000));
            store.rewrite(new WholeLetter(letter.with(letter.message().with(payload)), List.of()));
        }

        assertThat(found(shrinks).payload()).isEqualTo(Payload.absent());
        assertThat(found(grows).payload()).isEqualTo(Payload.of("y".repeat(300_000)));
        assertThat(store.payloadSize(grows)).hasValue(300_000);
    }

    @Test
    void versions_may_go() {
        LetterId id = withName(aLetter());

        store.rewrite(new WholeLetter(withoutName(id).letter(), List.of()));

        assertThat(store.versions(id)).isEmpty();
        assertThat(store.versionBytes(id)).isZero();
        assertThat(found(id).state().version()).isEqualTo(1);
    }

    @Test
    void one_that_waits_and_is_not_whole_any_more_waits_for_a_person() {
        LetterId ready = captured(aLetter());
        LetterId later = captured(aLetter().due(clock.instant().plus(MINUTE)));
        for (LetterId id : List.of(ready, later)) {
            DeadLetter letter = found(id);
            Message cut = letter.message().with(Completeness.REMOVED);
            store.rewrite(new WholeLetter(letter.with(cut), List.of()));
        }

        clock.forward(MINUTE);

        assertThat(claim(10)).isEmpty();
        assertThat(store.tallies().byStatus().of(LetterStatus.MANUAL)).isEqualTo(2);
        assertThat(found(ready).message().completeness()).isEqualTo(Completeness.REMOVED);
    }

    @Test
    void one_that_waits_and_stays_whole_still_waits() {
        LetterId id = captured(aLetter().saying(NAME).due(clock.instant().plus(MINUTE)));

        store.rewrite(withoutName(id));

        assertThat(claim(1)).isEmpty();
        clock.forward(MINUTE);
        assertThat(claim(1).get(0).letter().payload().text()).isEqualTo("erased");
    }

    @Test
    void letters_in_every_other_status_are_rewritten_too() {
        LetterId sent = captured(aLetter().saying(NAME));
        store.settle(List.of(settlement(
                ClaimedLetters.leased(store, sent, "w", MINUTE).lease(), new Settlement.Sent("orders-0@1"))));
        LetterId resolved = captured(aLetter().saying(NAME));
        store.settle(List.of(
                succeeded(ClaimedLetters.leased(store, resolved, "w", MINUTE).lease())));
        LetterId failed = captured(aLetter().saying(NAME).status(LetterStatus.FAILED));
        LetterId archived = captured(aLetter().saying(NAME));
        store.move(archived, ManualMove.archive("ann", null));

        for (LetterId id : List.of(sent, resolved, failed, archived)) {
            DeadLetter before = found(id);

            assertThat(store.rewrite(withoutName(id))).isEqualTo(new RewriteResult.Done());

            assertThat(found(id)).isEqualTo(before.with(Message.of("erased")));
        }
    }

    // When it is not rewritten

    @Test
    void a_letter_that_was_edited_or_tried_since_is_not_rewritten() {
        LetterId edited = captured(aLetter().saying(NAME).status(LetterStatus.MANUAL));
        LetterId tried = captured(aLetter().saying(NAME).status(LetterStatus.MANUAL));
        WholeLetter first = withoutName(edited);
        WholeLetter second = withoutName(tried);
        store.edit(edited, 0, Edit.tags(List.of("t"), "ann"));
        store.settle(
                List.of(gaveUp(ClaimedLetters.leased(store, tried, "w", MINUTE).lease(), FAILED)));

        assertThat(store.rewrite(first)).isEqualTo(new RewriteResult.Outdated(1));
        assertThat(store.rewrite(second)).isEqualTo(new RewriteResult.Outdated(0));

        assertThat(found(edited).payload().text()).isEqualTo(NAME);
        assertThat(found(tried).payload().text()).isEqualTo(NAME);
    }

    @Test
    void a_letter_in_work_or_gone_is_not_rewritten() {
        LetterId id = captured(aLetter());
        WholeLetter letter = whole(id);
        Lease lease = claim(1).get(0).lease();

        assertThat(store.rewrite(letter))
                .isEqualTo(new RewriteResult.Leased(clock.instant().plus(MINUTE)));
        store.settle(List.of(succeeded(lease)));
        store.delete(id);
        assertThat(store.rewrite(letter)).isEqualTo(new RewriteResult.NoSuchLetter());
    }

    @Test
    void retention_does_not_remove_a_letter_that_was_rewritten_since_it_saw_it() {
        LetterId id = captured(aLetter().saying(NAME));
        store.move(id, ManualMove.archive("ann", null));
        clock.forward(Duration.ofDays(400));
        List<DueLetter> due = DuePages.all(
                        store, LetterStatus.ARCHIVED, ChannelTimes.everywhere(Duration.ofDays(365)), 9)
                .letters();

        store.rewrite(withoutName(id));

        assertThat(due).hasSize(1);
        assertThat(store.remove(due)).isEmpty();
        assertThat(found(id).payload().text()).isEqualTo("erased");
    }

    // Sequences

    @Test
    void a_letter_whose_key_changes_leaves_its_sequence() {
        LetterId first = captured(aLetter().inOrder(NAME));
        LetterId second = captured(aLetter().inOrder(NAME));
        LetterId third = captured(aLetter().inOrder("erased"));
        assertThat(found(second).blockedBy()).contains(first);

        store.rewrite(withoutName(first));

        assertThat(found(second).blockedBy()).isEmpty();
        assertThat(found(first).blockedBy()).contains(third);
        assertThat(claimedIds(10)).containsExactly(second, third);
    }

    @Test
    void a_letter_without_a_key_is_in_no_sequence() {
        LetterId first = captured(aLetter().inOrder(NAME));
        LetterId second = captured(aLetter().inOrder(NAME));
        DeadLetter letter = found(second);

        store.rewrite(new WholeLetter(letter.with(letter.message().with(Origin.unknown())), List.of()));

        assertThat(found(second).blockedBy()).isEmpty();
        assertThat(claimedIds(10)).containsExactly(first, second);
    }

    // A letter without a value

    static WholeLetter without(String value, WholeLetter whole) {
        DeadLetter letter = whole.letter();
        DeadLetter rewritten = new DeadLetter(
                letter.id(),
                letter.channel(),
                without(value, letter.message()),
                without(value, letter.failure()),
                letter.cause(),
                without(value, letter.lastFailure()),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.state(),
                letter.attempts().stream().map(a -> without(value, a)).toList());
        return new WholeLetter(
                rewritten, whole.versions().stream().map(v -> without(value, v)).toList());
    }

    private static Message without(String value, Message message) {
        Origin origin = message.origin();
        Payload key = origin.key();
        return message.with(without(value, message.payload()))
                .with(without(value, message.headers()))
                .with(key == null ? origin : origin.withKey(without(value, key).text()))
                .with(Sealed.nothing());
    }

    private static Payload without(String value, Payload payload) {
        return payload.isText() ? Payload.of(payload.text().replace(value, "erased")) : payload;
    }

    private static Headers without(String value, Headers headers) {
        return new Headers(headers.list().stream()
                .map(header -> new Header(header.name(), without(value, header.value())))
                .toList());
    }

    private static Failure without(String value, Failure failure) {
        return new Failure(
                failure.type(),
                failure.code(),
                failure.message().replace(value, "erased"),
                StackTrace.ofText(failure.stackTrace().text().replace(value, "erased")),
                failure.context(),
                failure.category(),
                failure.retryability());
    }

    private static Attempt without(String value, Attempt attempt) {
        Failure failure = attempt.failure();
        return new Attempt(
                attempt.token(),
                attempt.startedAt(),
                attempt.took(),
                attempt.worker(),
                attempt.strategy(),
                attempt.result(),
                failure == null ? null : without(value, failure));
    }

    private static Version without(String value, Version version) {
        return new Version(
                version.number(),
                version.time(),
                version.by(),
                version.notes(),
                without(value, version.payload()),
                without(value, version.headers()),
                version.completeness(),
                version.priority(),
                version.tags());
    }
}
