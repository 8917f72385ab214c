package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Summary;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.attributes.AttributeProgress;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every store must hold about the attributes of letters. */
public abstract class AttributeContract extends StoreContract {
    private static final SearchPaths PATHS = SearchPaths.of(Map.of(
            "order", "$.order", "customer", "$.customer.id", "sku", "$.lines[*].sku", "trace", "header:X-Trace"));

    private static Filter with(String name, String value) {
        return Filter.builder().attribute(name, value).build();
    }

    private LetterId ordering(String order) {
        return captured(aLetter().saying("{\"order\":\"" + order + "\"}"));
    }

    /** As the background of a queue does, once all processes know the paths. */
    private void extractAll() {
        clock.forward(AttributeIndex.SETTLE);
        boolean more = true;
        while (more) more = store.attributes().extract(2);
    }

    // Finding

    @Test
    void a_letter_is_found_by_the_values_at_its_paths() {
        store.attributes().keep(PATHS);
        Message message = Message.of("""
                        {"order":9007199254740993,"customer":{"id":"Zoë"},"lines":[{"sku":"A"},{"sku":"B"}]}""").with(new Headers(List.of(Header.of("x-trace", "t-1"))));
        LetterId id = captured(aLetter().message(message));
        ordering("9007199254740992");

        assertThat(idsOf(with("order", "9007199254740993"))).containsExactly(id);
        assertThat(idsOf(with("customer", "Zoë"))).containsExactly(id);
        assertThat(idsOf(with("sku", "A"))).containsExactly(id);
        assertThat(idsOf(with("sku", "B"))).containsExactly(id);
        assertThat(idsOf(with("trace", "t-1"))).containsExactly(id);
        assertThat(idsOf(with("customer", "zoë"))).isEmpty();
        assertThat(idsOf(with("trace", "A"))).isEmpty();
        assertThat(idsOf(with("other", "A"))).isEmpty();
    }

    @Test
    void all_that_is_asked_for_must_match() {
        store.attributes().keep(PATHS);
        LetterId both = captured(aLetter().saying("{\"order\":1,\"lines\":[{\"sku\":\"A\"},{\"sku\":\"B\"}]}"));
        LetterId one = captured(aLetter().saying("{\"order\":1,\"lines\":[{\"sku\":\"A\"}]}"));
        LetterId failed = captured(aLetter()
                .saying("{\"order\":1,\"lines\":[{\"sku\":\"A\"},{\"sku\":\"B\"}]}")
                .from("payments")
                .tagged("t"));

        var twoSkus =
                Filter.builder().attribute("sku", "A").attribute("sku", "B").build();
        assertThat(idsOf(twoSkus)).containsExactly(failed, both);
        assertThat(store.count(twoSkus).count()).isEqualTo(2);
        assertThat(idsOf(Filter.builder()
                        .attribute("order", "1")
                        .attribute("sku", "B")
                        .channel("orders")
                        .build()))
                .containsExactly(both);
        assertThat(idsOf(Filter.builder().attribute("sku", "B").tag("t").build()))
                .containsExactly(failed);
        assertThat(idsOf(Filter.builder()
                        .attribute("sku", "A")
                        .status(LetterStatus.PENDING)
                        .build()))
                .containsExactly(failed, one, both);
        assertThat(idsOf(Filter.builder().attribute("sku", "A").text("\"B\"").build()))
                .containsExactly(failed, both);
        assertThat(idsOf(Filter.builder().attribute("sku", "A").minRetryCount(1).build()))
                .isEmpty();
        assertThat(idsOf(Filter.builder()
                        .attribute("sku", "C")
                        .attribute("sku", "A")
                        .build()))
                .isEmpty();
    }

    @Test
    void pages_go_from_the_newest_to_the_oldest() {
        store.attributes().keep(PATHS);
        List<LetterId> expected = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            expected.add(ordering("X"));
            ordering("Y");
            clock.forward(MINUTE);
        }
        Collections.reverse(expected);

        List<LetterId> found = new ArrayList<>();
        Query query = Query.newest(with("order", "X"), 2);
        Page page = store.search(query);
        while (page.next() != null) {
            page.items().stream().map(Summary::id).forEach(found::add);
            page = store.search(query.after(page.next()));
        }
        page.items().stream().map(Summary::id).forEach(found::add);

        assertThat(found).isEqualTo(expected);
    }

    @Test
    void long_values_are_compared_as_a_whole() {
        store.attributes().keep(PATHS);
        LetterId id = ordering("x".repeat(5000) + "1");
        ordering("x".repeat(5000) + "2");

        assertThat(idsOf(with("order", "x".repeat(5000) + "1"))).containsExactly(id);
    }

    @Test
    void letters_are_moved_by_an_attribute() {
        store.attributes().keep(PATHS);
        LetterId id = ordering("X");
        LetterId other = ordering("Y");

        store.moveAll(with("order", "X"), ManualMove.archive("ann", null), 10, null);

        assertThat(found(id).status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(found(other).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(idsOf(with("order", "X"))).containsExactly(id);
    }

    // Changing

    @Test
    void an_edited_letter_is_found_by_what_it_has_now() {
        store.attributes().keep(PATHS);
        LetterId id = ordering("X");

        assertThat(store.edit(id, 0, Edit.payload(Payload.of("{\"order\":\"Y\"}"), "ann")))
                .isEqualTo(new EditResult.As(1));

        assertThat(idsOf(with("order", "X"))).isEmpty();
        assertThat(idsOf(with("order", "Y"))).containsExactly(id);
    }

    @Test
    void an_erased_value_is_not_found() {
        store.attributes().keep(PATHS);
        LetterId id = ordering("Klara");

        assertThat(store.rewrite(RewriteContract.without(
                        "Klara", store.whole(List.of(id), Long.MAX_VALUE).get(0))))
                .isEqualTo(new RewriteResult.Done());

        assertThat(idsOf(with("order", "Klara"))).isEmpty();
        assertThat(idsOf(with("order", "erased"))).containsExactly(id);
    }

    @Test
    void a_hidden_value_is_not_found() {
        store.attributes().keep(PATHS);
        ordering(Redaction.MASK);
        ordering("card " + Redaction.MASK);

        assertThat(idsOf(with("order", Redaction.MASK))).isEmpty();
        assertThat(idsOf(with("order", "card " + Redaction.MASK))).isEmpty();
    }

    @Test
    void a_deleted_letter_is_not_found_and_its_id_may_come_again() {
        store.attributes().keep(PATHS);
        LetterId id = ordering("X");
        DeadLetter letter = found(id);
        store.delete(id);

        assertThat(idsOf(with("order", "X"))).isEmpty();

        store.importAll(List.of(imported(letter)));
        assertThat(idsOf(with("order", "X"))).containsExactly(id);
    }

    @Test
    void imported_letters_are_found() {
        store.attributes().keep(PATHS);
        DeadLetter letter;
        try (var there = new InMemoryDeadLetterStore(clock)) {
            LetterId id = there.capture(
                            List.of(aLetter().saying("{\"order\":\"X\"}").build()))
                    .get(0)
                    .id();
            letter = there.find(id).orElseThrow();
        }

        store.importAll(List.of(imported(letter)));

        assertThat(idsOf(with("order", "X"))).containsExactly(letter.id());
    }

    private static ImportedLetter imported(DeadLetter letter) {
        return new ImportedLetter(
                letter, fingerprint(letter.failure()), fingerprint(letter.lastFailure()), List.of(), null);
    }

    // Choosing

    @Test
    void letters_that_were_there_before_are_found_when_they_have_been_looked_at() {
        List<LetterId> before = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            before.add(0, ordering("X"));
            clock.forward(MINUTE);
        }
        store.attributes().keep(PATHS);
        before.add(0, ordering("X"));

        extractAll();

        assertThat(idsOf(with("order", "X"))).isEqualTo(before);
        assertThat(store.attributes().progress()).isEqualTo(new AttributeProgress(PATHS, 6, 6));
    }

    @Test
    void a_letter_that_was_edited_before_it_was_looked_at_is_found_by_what_it_has_now() {
        LetterId id = ordering("X");
        store.attributes().keep(PATHS);
        store.edit(id, 0, Edit.payload(Payload.of("{\"order\":\"Y\"}"), "ann"));

        extractAll();

        assertThat(idsOf(with("order", "X"))).isEmpty();
        assertThat(idsOf(with("order", "Y"))).containsExactly(id);
    }

    @Test
    void what_was_found_later_is_not_found_once_it_is_edited_erased_or_deleted() {
        LetterId edited = ordering("X");
        LetterId erased = ordering("Klara");
        LetterId deleted = ordering("Z");
        store.attributes().keep(PATHS);
        extractAll();

        store.edit(edited, 0, Edit.payload(Payload.of("{\"order\":\"Y\"}"), "ann"));
        store.rewrite(RewriteContract.without(
                "Klara", store.whole(List.of(erased), Long.MAX_VALUE).get(0)));
        store.delete(deleted);

        assertThat(idsOf(with("order", "X"))).isEmpty();
        assertThat(idsOf(with("order", "Y"))).containsExactly(edited);
        assertThat(idsOf(with("order", "Klara"))).isEmpty();
        assertThat(idsOf(with("order", "erased"))).containsExactly(erased);
        assertThat(idsOf(with("order", "Z"))).isEmpty();
    }

    @Test
    void another_path_under_a_name_forgets_what_was_there() {
        store.attributes().keep(PATHS);
        LetterId id = captured(aLetter().saying("{\"order\":\"X\",\"number\":\"Y\"}"));

        store.attributes().keep(SearchPaths.of(Map.of("order", "$.number")));
        assertThat(idsOf(with("order", "X"))).isEmpty();
        extractAll();

        assertThat(idsOf(with("order", "X"))).isEmpty();
        assertThat(idsOf(with("order", "Y"))).containsExactly(id);
        assertThat(store.attributes().paths().byName()).containsExactly(Map.entry("order", "$.number"));
    }

    @Test
    void without_paths_nothing_is_found() {
        store.attributes().keep(PATHS);
        ordering("X");

        store.attributes().keep(SearchPaths.none());
        extractAll();

        assertThat(idsOf(with("order", "X"))).isEmpty();
        assertThat(store.attributes().progress()).isEqualTo(new AttributeProgress(SearchPaths.none(), 1, 1));
    }

    @Test
    void the_same_paths_again_change_nothing() {
        store.attributes().keep(PATHS);
        LetterId id = ordering("X");
        extractAll();

        store.attributes().keep(SearchPaths.of(PATHS.byName()));

        assertThat(idsOf(with("order", "X"))).containsExactly(id);
        assertThat(store.attributes().progress().isComplete()).isTrue();
    }
}
