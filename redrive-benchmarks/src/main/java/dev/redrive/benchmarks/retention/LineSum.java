package dev.redrive.benchmarks.retention;

import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.WholeLetter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * A set of lines, whatever their order.
 *
 * @param digest the sum of the beginnings of their SHA-256 digests
 */
record LineSum(long lines, long bytes, long digest) {
    private static final long AT_ONCE_BYTES = 8L * 1024 * 1024;
    private static final LineSum NONE = new LineSum(0, 0, 0);

    private LineSum plus(byte[] line) {
        long beginning = ByteBuffer.wrap(sha256().digest(line)).getLong();
        return new LineSum(lines + 1, bytes + line.length, digest + beginning);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The lines that an export of the store has. */
    static LineSum ofExport(DeadLetterStore store) throws IOException {
        LineSum sum = NONE;
        LetterId after = null;
        do {
            Page page = store.search(
                    new Query(Filter.all(), Query.Sort.CREATED_AT, Query.Direction.ASC, Query.MAX_LIMIT, after, 0));
            List<LetterId> ids = page.items().stream().map(Summary::id).toList();
            for (int done = 0; done < ids.size(); ) {
                List<WholeLetter> letters = store.whole(ids.subList(done, ids.size()), AT_ONCE_BYTES);
                for (WholeLetter letter : letters) {
                    ByteArrayOutputStream line = new ByteArrayOutputStream(4096);
                    LetterJsonWriter.line(line, letter);
                    sum = sum.plus(line.toByteArray());
                }
                done += letters.size();
            }
            after = page.next();
        } while (after != null);
        return sum;
    }

    static LineSum ofArchive(Path folder) throws IOException {
        LineSum[] sum = {NONE};
        new ArchivedLines(folder).read(line -> sum[0] = sum[0].plus(line));
        return sum[0];
    }
}
