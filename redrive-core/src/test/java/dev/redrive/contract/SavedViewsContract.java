package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.views.SavedView;
import dev.redrive.store.views.SavedViews;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the saved views of every store must keep. */
public abstract class SavedViewsContract extends BookContract<SavedViews> {
    private static final String ODD = "a'b \"%_ \u20ac";

    @Override
    protected SavedViews bookOf(DeadLetterStore store) {
        return store.savedViews();
    }

    private static SavedView own(String name, String owner) {
        return new SavedView(name, owner, "channel=" + name, owner, minutes(1));
    }

    private static SavedView shared(String name, String query) {
        return new SavedView(name, null, query, "olga", minutes(2));
    }

    @Test
    void there_are_none_at_first() {
        assertThat(book.list("ann")).isEmpty();
        assertThat(book.delete("ann", "mine")).isEmpty();
        assertThat(book.delete(null, "ours")).isEmpty();
    }

    @Test
    void everybody_sees_the_shared_ones_and_only_its_owner_an_own_one() {
        SavedView mine = own("mine", "ann");
        SavedView odd = own(ODD, "ann");
        SavedView yours = own("mine", "bob");
        SavedView zebra = shared("zebra", "status=FAILED&order=oldest");
        for (SavedView view : List.of(mine, odd, yours, zebra))
            assertThat(book.save(view)).isEmpty();

        assertThat(other.list("ann")).containsExactly(zebra, odd, mine);
        assertThat(other.list("bob")).containsExactly(zebra, yours);
        assertThat(other.list("eve")).containsExactly(zebra);
    }

    @Test
    void those_of_everybody_are_listed_together() {
        SavedView ours = shared("zebra", "");
        SavedView anns = own("b", "ann");
        SavedView bobs = own("a", "bob");
        for (SavedView view : List.of(bobs, anns, ours)) book.save(view);

        assertThat(other.all()).containsExactly(ours, anns, bobs);
    }

    @Test
    void one_of_the_same_name_and_owner_is_replaced() {
        SavedView before = shared("payments", "channel=payments");
        SavedView after = new SavedView("payments", null, "", "ann", minutes(5));
        SavedView mine = own("payments", "ann");
        book.save(before);
        book.save(mine);

        assertThat(other.save(after)).contains(before);

        assertThat(book.list("ann")).containsExactly(after, mine);
    }

    @Test
    void one_is_deleted_by_its_owner_and_name() {
        SavedView mine = own(ODD, "ann");
        SavedView yours = own(ODD, "bob");
        SavedView ours = shared(ODD, "q=timeout");
        for (SavedView view : List.of(mine, yours, ours)) book.save(view);

        assertThat(other.delete("ann", ODD)).contains(mine);
        assertThat(book.list("ann")).containsExactly(ours);
        assertThat(other.delete(null, ODD)).contains(ours);
        assertThat(book.list("bob")).containsExactly(yours);
    }

    @Test
    void one_that_is_saved_by_many_at_once_is_there_once() throws Exception {
        List<SavedView> saved = allAtOnce(views -> {
            SavedView view = shared("ours", "q=" + Thread.currentThread().getName());
            views.save(view);
            return view;
        });

        assertThat(book.list("ann")).hasSize(1).isSubsetOf(saved);
    }

    @Test
    void more_than_can_be_looked_through_are_refused_and_those_that_are_there_can_be_changed() {
        IntStream.range(0, SavedViews.MOST).forEach(i -> book.save(own("view-" + i, "ann")));

        assertThatThrownBy(() -> book.save(own("one more", "ann")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("delete some");
        assertThat(other.save(own("view-0", "ann"))).isPresent();
        assertThat(other.save(shared("ours", ""))).isEmpty();
    }
}
