package dev.redrive.testing;

import dev.redrive.archive.Archive;
import dev.redrive.contract.ArchiveContract;

class InMemoryArchiveTest extends ArchiveContract {
    @Override
    protected Archive emptyArchive() {
        return new InMemoryArchive();
    }
}
