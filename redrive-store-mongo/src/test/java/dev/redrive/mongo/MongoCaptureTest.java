package dev.redrive.mongo;

import dev.redrive.contract.CaptureContract;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;

class MongoCaptureTest extends CaptureContract {
    @Override
    protected DeadLetterStore emptyStore(InstantSource time) {
        return MongoStores.emptyStore(time);
    }
}
