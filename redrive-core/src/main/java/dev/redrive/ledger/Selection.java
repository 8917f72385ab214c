package dev.redrive.ledger;

import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.util.List;

/** Which letters a replay is planned for, and in which order they go out. */
public sealed interface Selection {
    /** Those that a filter means when it is planned; without a status in it, all that can be tried again. */
    record ByFilter(Filter filter, Query.Sort sort, Query.Direction direction) implements Selection {
        public static ByFilter oldestFirst(Filter filter) {
            return new ByFilter(filter, Query.Sort.CREATED_AT, Query.Direction.ASC);
        }
    }

    /** These, in this order. */
    record ByIds(List<LetterId> ids) implements Selection {
        public ByIds {
            ids = ids.stream().distinct().toList();
        }
    }
}
