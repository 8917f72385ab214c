package dev.redrive.server.audit;

import dev.redrive.Stores;
import dev.redrive.audit.AuditLog;
import dev.redrive.server.config.values.BadUsage;
import dev.redrive.server.config.values.CommandFlags;
import dev.redrive.server.config.values.Options;
import dev.redrive.store.StoreException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code redrive audit verify}: one line, and whether the audit log is as it was written.
 *
 * @param help only show how it is used
 * @param json say it as {@code GET /dlq/audit/verify} does
 */
public record AuditCommand(boolean help, boolean json, Options options) {
    public static final String USAGE = """
            usage: redrive audit verify [--store URL] [--config FILE] [--json]

              verify         checks that the audit log was not changed: exit code 0 when it is intact, 1 when it is not
              --store URL    sqlite:PATH (sqlite:./data/redrive.db), postgresql://user:password@host:port/db or
                             mongodb://user:password@host:port/db
              --config FILE  the settings file (redrive.yaml in this folder, if there is one)
              --json         what GET /dlq/audit/verify answers
              --help         this text
            """;

    private static final String SQLITE = "sqlite:";

    /** Takes the arguments after {@code audit}; throws {@link BadUsage}. */
    public static AuditCommand parse(List<String> arguments) {
        CommandFlags asked = CommandFlags.in(arguments);
        if (asked.help()) return new AuditCommand(true, asked.json(), Options.none());
        if (asked.rest().isEmpty() || !asked.rest().get(0).equals("verify"))
            throw new BadUsage("audit knows verify", USAGE);
        List<String> rest = asked.rest().subList(1, asked.rest().size());
        return new AuditCommand(false, asked.json(), Options.parse("audit verify", rest, USAGE));
    }

    /** A log is looked at where it is; opening a store would make one. */
    public static void requireStore(String url) {
        boolean isThere =
                url.startsWith(SQLITE) ? hasBytes(url.substring(SQLITE.length())) : !url.equals(Stores.MEMORY);
        if (!isThere)
            throw new StoreException("there is no store at " + url.replaceFirst("^" + SQLITE, "")
                    + "; name the one that the server has with --store or --config");
    }

    private static boolean hasBytes(String file) {
        return Files.isRegularFile(Path.of(file)) && Path.of(file).toFile().length() > 0;
    }

    /** The exit code: 0 when the log is intact, 1 when it is not. */
    public int run(AuditLog auditLog, PrintStream out) {
        AuditVerifier.Findings findings = new AuditVerifier(auditLog).verify();
        out.println(json ? new JsonMapper().writeValueAsString(findings) : findings.detail());
        return findings.intact() ? 0 : 1;
    }
}
