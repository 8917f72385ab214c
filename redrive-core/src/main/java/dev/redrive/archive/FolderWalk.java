package dev.redrive.archive;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the files of a folder in the order of their keys. Holds the names of one folder of each level, and asks the file
 * system only about files that it returns.
 */
final class FolderWalk {
    private final Path root;
    private final String prefix;
    private final String after;
    private final int limit;
    private final List<ArchiveObject> found = new ArrayList<>();

    FolderWalk(Path root, String prefix, @Nullable String after, int limit) {
        this.root = root;
        this.prefix = prefix;
        this.after = after == null ? "" : after;
        this.limit = limit;
    }

    List<ArchiveObject> objects() throws IOException {
        String start = prefix.substring(0, prefix.lastIndexOf('/') + 1);
        if (ArchiveKeys.isFolder(start) && isWithoutLinks(root, start)) walk(root.resolve(start), start);
        return found;
    }

    /** The names of the folders directly below one that have files in them. */
    static List<String> folders(Path root, String prefix) throws IOException {
        List<String> folders = new ArrayList<>();
        if (!isWithoutLinks(root, prefix)) return folders;
        FolderWalk names = new FolderWalk(root, prefix, null, 1);
        for (String name : names.names(root.resolve(prefix), prefix)) {
            FolderWalk below = new FolderWalk(root, prefix + name + "/", null, 1);
            if (!below.objects().isEmpty()) folders.add(name + "/");
        }
        Collections.sort(folders);
        folders.replaceAll(folder -> folder.substring(0, folder.length() - 1));
        return folders;
    }

    /**
     * Folders wait on a stack: {@code a/b} comes behind {@code a-b} and {@code a.b}, although {@code a} comes before both. The one
     * that was put there last comes first, because its name begins with those of the others.
     */
    private void walk(Path folder, String key) throws IOException {
        Deque<String> waiting = new ArrayDeque<>();
        for (String name : names(folder, key)) {
            while (!waiting.isEmpty() && (waiting.element() + "/").compareTo(name) < 0)
                enter(folder, key, waiting.pop());
            if (found.size() >= limit) return;
            visit(folder, key, name, waiting);
        }
        while (!waiting.isEmpty() && found.size() < limit) enter(folder, key, waiting.pop());
    }

    private void visit(Path folder, String key, String name, Deque<String> waiting) throws IOException {
        try {
            var file = Files.readAttributes(folder.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (file.isDirectory()) waiting.push(name);
            else if (file.isRegularFile() && isWanted(key + name))
                found.add(new ArchiveObject(key + name, file.size()));
        } catch (NoSuchFileException e) {
            // it was deleted since its name was read
        }
    }

    private void enter(Path folder, String key, String name) throws IOException {
        if (found.size() < limit && mayHold(key + name + "/")) walk(folder.resolve(name), key + name + "/");
    }

    /** In their order; those that a key of this walk can go through. */
    private List<String> names(Path folder, String key) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (isName(key, name) && (isWanted(key + name) || mayHold(key + name + "/"))) names.add(name);
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return names;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(names);
        return names;
    }

    private static boolean isName(String key, String name) {
        return ArchiveKeys.isPart(name) && !(key.isEmpty() && name.equals(IncomingFiles.FOLDER));
    }

    private boolean isWanted(String key) {
        return key.startsWith(prefix) && key.compareTo(after) > 0 && ArchiveKeys.isKey(key);
    }

    private boolean mayHold(String folder) {
        boolean hasPrefix = folder.startsWith(prefix) || prefix.startsWith(folder);
        return hasPrefix && (folder.compareTo(after) > 0 || after.startsWith(folder));
    }

    private static boolean isWithoutLinks(Path root, String folder) {
        Path path = root;
        for (String part : folder.split("/", -1)) {
            path = path.resolve(part);
            if (Files.isSymbolicLink(path) && !path.equals(root)) return false;
        }
        return true;
    }
}
