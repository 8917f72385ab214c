package dev.redrive.server.transfer;

import dev.redrive.internal.text.Sha256;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Backup;
import dev.redrive.store.DeadLetterStore;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Gives out a copy of the whole store, made and checked while it is used. It is sent, and kept nowhere on the server. */
@RestController
final class BackupApi {
    static final String FILE = "application/vnd.sqlite3";

    /** Over the whole file, so that the receiver can verify that it arrived whole. */
    static final String DIGEST = "Redrive-Sha256";

    static final String LETTERS = "Redrive-Letters";

    private static final String SQLITE = "sqlite:";
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'redrive-'yyyyMMdd-HHmmss'.db'").withZone(ZoneOffset.UTC);

    private final DeadLetterStore store;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;
    private final ReentrantLock running = new ReentrantLock();

    BackupApi(DeadLetterStore store, Settings settings, Audit audit, InstantSource clock) {
        this.store = store;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    @PostMapping(path = "/dlq/backup")
    void backup(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!running.tryLock()) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "60");
            throw Problem.of(
                    HttpStatus.SERVICE_UNAVAILABLE, "a backup is being made already; try again when it is done");
        }
        Path copy = beside();
        try {
            Files.deleteIfExists(copy); // of a process that was killed
            Backup backup = store.backup(copy);
            if (backup instanceof Backup.Elsewhere elsewhere)
                throw Problem.of(HttpStatus.NOT_IMPLEMENTED, elsewhere.how());
            long letters = ((Backup.Done) backup).letters();
            audit.record(Caller.of(request), "backup", "all letters", letters);
            send(copy, letters, response);
        } finally {
            Files.deleteIfExists(copy);
            running.unlock();
        }
    }

    /** The store's own folder is private, and on a disk that is meant for so much. Other stores write no file. */
    private Path beside() {
        String url = settings.store();
        String path = url.startsWith(SQLITE) ? url.substring(SQLITE.length()) : "redrive";
        return Path.of(path + ".backup").toAbsolutePath();
    }

    private void send(Path copy, long letters, HttpServletResponse response) throws IOException {
        response.setStatus(HttpStatus.OK.value());
        response.setContentType(FILE);
        response.setContentLengthLong(Files.size(copy));
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=" + NAME.format(clock.instant()));
        response.setHeader(LETTERS, Long.toString(letters));
        response.setHeader(DIGEST, digest(copy));
        Files.copy(copy, response.getOutputStream());
    }

    private static String digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            DigestInputStream read = new DigestInputStream(in, Sha256.digest());
            read.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(read.getMessageDigest().digest());
        }
    }
}
