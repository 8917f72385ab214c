package dev.redrive.internal.journal;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.NoSuchObject;
import dev.redrive.internal.text.LruMap;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.captures.NewLetter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Letters that wait in the archive for the store. Those of one call are one object, {@code pending/{node}/{id}-{letters}}, with the
 * records of a journal file. Any node may bring them into the store.
 */
public final class ArchiveJournal {
    public static final String ROOT = "pending/";

    private static final Logger LOG = LoggerFactory.getLogger(ArchiveJournal.class);
    private static final int AT_ONCE = 1000;
    private static final int BATCH = 200;
    private static final int BATCH_BYTES = 16 * 1024 * 1024;
    private static final int MOST_NAMED = 1000;
    private static final int LONGEST_NAME = 100;

    private final Archive archive;
    private final String folder;
    private final LetterIds ids;
    private final int longestLetter;
    private final AtomicLong waiting = new AtomicLong();
    /** Objects that were named in the log and are passed over. */
    private final Map<String, Boolean> leftAlone = LruMap.byAge(MOST_NAMED);

    /**
     * @param node part of the keys of its objects, so that people see where letters come from
     * @param longestLetter a longer one is taken for damage
     */
    public ArchiveJournal(Archive archive, String node, InstantSource clock, int longestLetter) {
        this.archive = archive;
        this.folder = ROOT + name(node) + "/";
        this.ids = new LetterIds(clock);
        this.longestLetter = longestLetter;
    }

    /** Without dots, which lead out of a folder, and short enough for the name of one. */
    private static String name(String node) {
        String name = URLEncoder.encode(node, StandardCharsets.UTF_8)
                .replace(".", "%2E")
                .replace("*", "%2A");
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    /** All of them are in the archive when it returns, or none. */
    public void append(List<NewLetter> letters) {
        archive.put(folder + ids.next() + "-" + letters.size(), records(letters));
        waiting.addAndGet(letters.size());
    }

    private static byte[] records(List<NewLetter> letters) {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        try {
            for (NewLetter letter : letters) records.writeBytes(FrameFile.frame(LetterCodec.encode(letter)));
        } catch (IOException e) {
            throw new ArchiveException("the letters could not be written as bytes: " + e.getMessage(), e);
        }
        return records.toByteArray();
    }

    /** How many letters wait, as far as it is known here. */
    public long waiting() {
        return waiting.get();
    }

    /**
     * Hands over all letters, those of each node in their order. An object goes when all of it was taken; one that is damaged or has
     * letters that the store refuses is named once, stays where it is, and holds up no other.
     */
    public synchronized int drain(Consumer<List<NewLetter>> store) {
        int count = 0;
        long left = 0;
        String after = null;
        List<ArchiveObject> some;
        do {
            some = archive.list(ROOT, after, AT_ONCE);
            for (ArchiveObject object : some) {
                after = object.key();
                if (!leftAlone.containsKey(after)) count += drain(object, store);
                if (leftAlone.containsKey(after)) left += letters(after);
            }
        } while (some.size() == AT_ONCE);
        waiting.set(left);
        return count;
    }

    /** As its key says. */
    private static long letters(String key) {
        String count = key.substring(key.lastIndexOf('-') + 1);
        return count.matches("\\d{1,9}") ? Long.parseLong(count) : 0;
    }

    private int drain(ArchiveObject object, Consumer<List<NewLetter>> store) {
        try (ObjectRecords records = new ObjectRecords(archive, object, longestLetter)) {
            List<NewLetter> refused = new ArrayList<>();
            int count = handOver(records, store, refused);
            if (records.isDamaged())
                leaveAlone(object.key(), "it is damaged; its letters that can be read are in the store");
            else if (!refused.isEmpty())
                leaveAlone(
                        object.key(),
                        "the store refused letters of it: "
                                + refused.stream().map(NewLetter::id).toList());
            else delete(object);
            return count;
        } catch (NoSuchObject another) {
            return 0;
        }
    }

    private static int handOver(ObjectRecords records, Consumer<List<NewLetter>> store, List<NewLetter> refused) {
        int count = 0;
        for (List<NewLetter> batch = records.next(BATCH, BATCH_BYTES);
                !batch.isEmpty();
                batch = records.next(BATCH, BATCH_BYTES)) {
            LetterJournal.handOver(batch, store, refused);
            count += batch.size();
        }
        return count - refused.size();
    }

    private void delete(ArchiveObject object) {
        archive.delete(object.key());
        waiting.updateAndGet(before -> Math.max(0, before - letters(object.key())));
    }

    private void leaveAlone(String key, String why) {
        leftAlone.put(key, true);
        LOG.error("the object {} of the archive stays where it is: {}", key, why);
    }
}
