package dev.redrive.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.CaptureContract;
import dev.redrive.contract.DeadLetterStoreContract;
import dev.redrive.contract.DecisionContract;
import dev.redrive.contract.ImportContract;
import dev.redrive.contract.IntakeContract;
import dev.redrive.contract.LeaseContract;
import dev.redrive.contract.LegalHoldContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testmongo.TestMongo;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contracts that depend on whether the server is a replica set, on one. */
class ReplicaSetContractsTest {
    private static String freshUrl() {
        return TestMongo.replicaSetUrl(TestMongo.freshDatabase());
    }

    private static DeadLetterStore store(InstantSource time) {
        return MongoDeadLetterStore.open(freshUrl(), time);
    }

    @Test
    void the_server_is_a_replica_set() {
        try (Mongo mongo = Mongo.open(freshUrl())) {
            assertThat(mongo.isReplicated()).isTrue();
        }
    }

    @Nested
    class Captures extends CaptureContract {
        @Override
        protected DeadLetterStore emptyStore(InstantSource time) {
            return store(time);
        }
    }

    @Nested
    class Imports extends ImportContract {
        @Override
        protected DeadLetterStore emptyStore(InstantSource time) {
            return store(time);
        }
    }

    @Nested
    class Intakes extends IntakeContract {
        @Override
        protected DeadLetterStore emptyStore(InstantSource time) {
            return store(time);
        }
    }

    @Nested
    class Leases extends LeaseContract {
        @Override
        protected DeadLetterStore emptyStore(InstantSource time) {
            return store(time);
        }
    }

    @Nested
    class Decisions extends DecisionContract {
        @Override
        protected DeadLetterStore emptyStore(InstantSource time) {
            return store(time);
        }
    }

    @Nested
    class Histories extends DeadLetterStoreContract {
        @Override
        protected DeadLetterStore emptyStore(InstantSource time) {
            return store(time);
        }
    }

    @Nested
    class Holds extends LegalHoldContract {
        @Override
        protected List<DeadLetterStore> twoStores() {
            SettableClock clock = SettableClock.standing();
            String url = freshUrl();
            return List.of(MongoDeadLetterStore.open(url, clock), MongoDeadLetterStore.open(url, clock));
        }
    }
}
