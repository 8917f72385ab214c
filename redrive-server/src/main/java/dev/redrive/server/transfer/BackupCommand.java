package dev.redrive.server.transfer;

import dev.redrive.Stores;
import dev.redrive.jdbc.sqlite.SqliteBackup;
import dev.redrive.server.config.values.BadUsage;
import dev.redrive.server.config.values.CommandFlags;
import dev.redrive.server.config.values.Options;
import dev.redrive.store.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code redrive backup verify} and {@code restore}: what is done with a backup while no server has it open.
 *
 * @param help only show how it is used
 * @param json say it for a program
 */
public record BackupCommand(boolean help, boolean json, boolean restore, Path file, boolean replace, Options options) {
    public static final String USAGE = """
            usage: redrive backup create FILE [--url URL] [--token TOKEN] [--json]
                   redrive backup verify FILE [--json]
                   redrive backup restore FILE [--store URL] [--config FILE] [--replace] [--json]

              create    asks a running server for a copy of its whole store (SQLite), and checks that it arrived whole
              verify    reads all of a backup, compares it with its checksum and says what is in it
              restore   verifies a backup and puts it where the store is expected; stop the server first
              --replace puts a store that has letters aside, as STORE.before-restore, or -2 and so on if that is there
              --json    says it for a program
              --help    this text
            """;

    private static final String SQLITE = "sqlite:";

    /** Takes the arguments after {@code backup}; throws {@link BadUsage}. */
    public static BackupCommand parse(List<String> arguments) {
        CommandFlags asked = CommandFlags.in(arguments);
        if (asked.help()) return new BackupCommand(true, asked.json(), false, Path.of(""), false, Options.none());
        List<String> rest = new ArrayList<>(asked.rest());
        String what = rest.isEmpty() ? "" : rest.remove(0);
        boolean restore = what.equals("restore");
        if (!restore && !what.equals("verify")) throw new BadUsage("backup knows create, verify and restore", USAGE);
        boolean replace = restore && rest.remove("--replace");
        if (rest.isEmpty() || rest.get(0).startsWith("-"))
            throw new BadUsage("backup " + what + " needs the FILE first", USAGE);
        Path file = Path.of(rest.remove(0));
        Options options = Options.parse("backup " + what, rest, USAGE);
        return new BackupCommand(false, asked.json(), restore, file, replace, options);
    }

    /** Returns what to say about it; throws {@link StoreException} when it did not work. */
    public String run(String store) {
        if (!restore) return said(SqliteBackup.verify(file));
        if (!store.startsWith(SQLITE))
            throw new StoreException(Stores.shown(store)
                    + " is no SQLite store; a backup of PostgreSQL made with pg_dump goes back with pg_restore");
        Path target = Path.of(store.substring(SQLITE.length()));
        return said(SqliteBackup.restore(file, target, replace), target);
    }

    private String said(SqliteBackup.Content content) {
        return json ? text(members(content)) : file + " is whole: " + words(content);
    }

    private String said(SqliteBackup.Restored restored, Path target) {
        if (!json)
            return target + " was restored from " + file + ": " + words(restored.content())
                    + restored.aside()
                            .map(aside -> "; what was there is now " + aside)
                            .orElse("");
        Map<String, Object> members = members(restored.content());
        members.put("store", target.toString());
        restored.aside().ifPresent(aside -> members.put("aside", aside.toString()));
        return text(members);
    }

    private Map<String, Object> members(SqliteBackup.Content content) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("file", file.toString());
        members.put("letters", content.letters());
        members.put("schema", content.schema());
        members.put("checksum", content.hasChecksum());
        return members;
    }

    private static String text(Map<String, Object> members) {
        return new JsonMapper().writeValueAsString(members);
    }

    private static String words(SqliteBackup.Content content) {
        return content.letters() + " letters, schema version " + content.schema()
                + (content.hasChecksum()
                        ? "; its checksum is right"
                        : "; it has no checksum, so a value that changed inside would not show");
    }
}
