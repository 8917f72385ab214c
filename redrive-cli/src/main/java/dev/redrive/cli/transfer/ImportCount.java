package dev.redrive.cli.transfer;

import dev.redrive.cli.json.Value;

/**
 * How many letters an import has read so far.
 *
 * @param fresh those that were not there before
 */
record ImportCount(long read, long fresh, long known) {
    static final ImportCount NONE = new ImportCount(0, 0, 0);

    ImportCount plus(Value answer) {
        return new ImportCount(
                read + answer.at("read").number(),
                fresh + answer.at("new").number(),
                known + answer.at("known").number());
    }
}
