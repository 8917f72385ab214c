package dev.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Summary;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.attributes.AttributeProgress;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.UnknownAttribute;
import dev.redrive.testing.Await;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SearchByAttributeTest {
    private static final SearchPaths PATHS =
            SearchPaths.of(Map.of("order", "$.order", "card", "$.card", "iban", "$.iban"));
    private static final SealKeys KEYS = SealKeys.of("k", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");

    private static List<LetterId> found(Redrive redrive, String name, String value) {
        Filter filter = Filter.builder().attribute(name, value).build();
        return redrive.letters().search(Query.newest(filter, 10)).items().stream()
                .map(Summary::id)
                .toList();
    }

    private static FailedMessage failed(String payload) {
        return FailedMessage.of("orders", Message.of(payload), new IllegalStateException("odd"));
    }

    @Test
    void what_redaction_removes_or_seals_is_not_found() {
        try (Redrive redrive = Redrive.at(Stores.MEMORY)
                .searchBy(PATHS)
                .redact(Redaction.none().with(KEYS).sealing("$.card").removing("$.iban"))
                .open()) {
            LetterId id = redrive.capture(failed("{\"order\":\"A\",\"card\":\"4111\",\"iban\":\"DE1\"}"))
                    .id();

            assertThat(found(redrive, "order", "A")).containsExactly(id);
            assertThat(found(redrive, "card", "4111")).isEmpty();
            assertThat(found(redrive, "iban", "DE1")).isEmpty();
        }
    }

    @Test
    void a_name_without_a_path_is_refused_with_those_that_have_one() {
        try (Redrive redrive = Redrive.at(Stores.MEMORY).searchBy(PATHS).open()) {
            assertThatThrownBy(() -> found(redrive, "customer", "1"))
                    .isInstanceOf(UnknownAttribute.class)
                    .hasMessage("there is no attribute customer; those of search.paths are card, iban, order");
            assertThatThrownBy(() -> redrive.letters()
                            .count(Filter.builder().attribute("customer", "1").build()))
                    .isInstanceOf(UnknownAttribute.class);
        }
    }

    @Test
    void without_paths_of_its_own_it_goes_by_those_of_the_store() {
        try (var store = new InMemoryDeadLetterStore(InstantSource.system())) {
            store.attributes().keep(PATHS);

            try (Redrive redrive = Redrive.on(store).open()) {
                assertThat(redrive.letters().attributes().paths()).isEqualTo(PATHS);
            }
        }
    }

    /** Has some pages to look at. */
    private static final class Pages implements AttributeIndex {
        private final AtomicInteger left = new AtomicInteger(3);
        private volatile SearchPaths paths = SearchPaths.none();

        @Override
        public void keep(SearchPaths chosen) {
            paths = chosen;
        }

        @Override
        public SearchPaths paths() {
            return paths;
        }

        @Override
        public AttributeProgress progress() {
            return new AttributeProgress(paths, 3, 3 - left.get());
        }

        @Override
        public boolean extract(int letters) {
            return left.getAndUpdate(pages -> Math.max(0, pages - 1)) > 0;
        }
    }

    @Test
    void letters_that_were_there_before_are_looked_at_in_the_background() {
        Pages pages = new Pages();
        var store = new ForwardingStore(new InMemoryDeadLetterStore(InstantSource.system())) {
            @Override
            public AttributeIndex attributes() {
                return pages;
            }
        };
        try (Redrive redrive = Redrive.on(store).searchBy(PATHS).open()) {
            Await.until(() -> redrive.letters().attributes().isComplete());

            assertThat(redrive.letters().attributes().paths()).isEqualTo(PATHS);
        }
    }

    @Test
    void paths_are_set_as_soon_as_the_store_is_there() {
        UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(InstantSource.system()));
        store.goAway();
        try (Redrive redrive = Redrive.on(store).searchBy(PATHS).open()) {
            store.comeBack();

            Await.until(() -> redrive.letters().attributes().paths().equals(PATHS));
        }
    }
}
