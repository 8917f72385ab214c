package dev.redrive.server.transfer;

import dev.redrive.Stores;
import dev.redrive.jdbc.SqliteBackup;
import dev.redrive.server.config.BadUsage;
import dev.redrive.server.config.Options;
import dev.redrive.store.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code redrive backup verify} and {@code restore}: what is done with a backup while no server has it open. */
public record BackupCommand(boolean restore, Path file, boolean replace, Options options) {
    private static final String SQLITE = "sqlite:";
    private static final String USAGE = """
            usage: redrive backup create FILE [--url URL] [--token TOKEN]
                   redrive backup verify FILE
                   redrive backup restore FILE [--store URL] [--config FILE] [--replace]

              create    asks a running server for a copy of its whole store (SQLite), and checks that it arrived whole
              verify    reads all of a backup, compares it with its checksum and says what is in it
              restore   verifies a backup and puts it where the store is expected; stop the server first
              --replace puts a store that has letters aside, as STORE.before-restore
            """;

    /** Takes the arguments after {@code backup}; throws {@link BadUsage}. */
    public static BackupCommand parse(List<String> arguments) {
        List<String> rest = new ArrayList<>(arguments);
        String what = rest.isEmpty() ? "" : rest.remove(0);
        boolean restore = what.equals("restore");
        if (!restore && !what.equals("verify")) throw new BadUsage("backup knows create, verify and restore", USAGE);
        boolean replace = restore && rest.remove("--replace");
        if (rest.isEmpty() || rest.get(0).startsWith("-"))
            throw new BadUsage("backup " + what + " needs the FILE first", USAGE);
        Path file = Path.of(rest.remove(0));
        return new BackupCommand(restore, file, replace, Options.parse("backup " + what, rest));
    }

    /** Returns what to say about it; throws {@link StoreException} when it did not work. */
    public String run(String store) {
        if (!restore) return file + " is whole: " + said(SqliteBackup.verify(file));
        if (!store.startsWith(SQLITE))
            throw new StoreException(Stores.shown(store)
                    + " is no SQLite store; a backup of PostgreSQL made with pg_dump goes back with pg_restore");
        Path target = Path.of(store.substring(SQLITE.length()));
        return target + " was restored from " + file + ": " + said(SqliteBackup.restore(file, target, replace));
    }

    private static String said(SqliteBackup.Content content) {
        return content.letters() + " letters, schema version " + content.schema()
                + (content.hasChecksum()
                        ? "; its checksum is right"
                        : "; it has no checksum, so a value that changed inside would not show");
    }
}
