package dev.redrive.archive;

import dev.redrive.internal.file.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An archive in a folder: the key of an object is the path of its file. Only the owner can read what is written. Symbolic links below
 * the folder are not followed, so that no key leads out of it.
 */
public final class FolderArchive implements Archive {
    /** A folder can be gone when an object is moved into it: somebody deleted the last other object. */
    private static final int TRIES = 10;

    private static final Set<StandardOpenOption> READ = Set.of(StandardOpenOption.READ);

    private final Path root;
    private final IncomingFiles incoming;

    /** @param root has to be there, also later: a folder that is made by itself hides that a disk is not mounted any more */
    public FolderArchive(Path root, InstantSource clock) {
        this.root = root.toAbsolutePath().normalize();
        this.incoming = new IncomingFiles(this.root, clock);
    }

    @Override
    public void put(String key, Path content) {
        put(key, IncomingFiles.Content.of(content));
    }

    @Override
    public void put(String key, byte[] content) {
        put(key, IncomingFiles.Content.of(content));
    }

    private void put(String key, IncomingFiles.Content content) {
        Path file = file(key);
        try {
            needRoot();
            Path written = incoming.write(content);
            try {
                move(written, file);
            } finally {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            throw FolderProblem.of("the object " + key + " was not written", root, e);
        }
    }

    private void move(Path written, Path file) throws IOException {
        Path folder = folderOf(file);
        for (int tries = 1; ; tries++) {
            try {
                DurableFiles.folder(folder);
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
                DurableFiles.force(folder);
                return;
            } catch (NoSuchFileException e) {
                if (tries == TRIES) throw e;
            } catch (FileAlreadyExistsException e) {
                // The folder was there when it was to be made, and gone when it was looked at.
                if (tries == TRIES || Files.isRegularFile(Path.of(e.getFile()), LinkOption.NOFOLLOW_LINKS)) throw e;
            }
        }
    }

    @Override
    public Optional<ArchiveObject> stat(String key) {
        Path file = file(key);
        try {
            needRoot();
            return size(file).map(size -> new ArchiveObject(key, size));
        } catch (IOException e) {
            throw FolderProblem.of("the object " + key + " was not looked up", root, e);
        }
    }

    private static Optional<Long> size(Path file) throws IOException {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile() ? Optional.of(attributes.size()) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public byte[] read(String key, long offset, int length) {
        if (offset < 0 || length < 0)
            throw new IllegalArgumentException("cannot read " + length + " bytes from " + offset + " of " + key);
        Path file = file(key);
        try {
            needRoot();
            if (size(file).isEmpty()) throw new NoSuchObject(key);
            return bytes(file, offset, length);
        } catch (NoSuchFileException e) {
            throw new NoSuchObject(key);
        } catch (IOException e) {
            throw FolderProblem.of("the object " + key + " was not read", root, e);
        }
    }

    private static byte[] bytes(Path file, long offset, int length) throws IOException {
        try (SeekableByteChannel in = Files.newByteChannel(file, READ)) {
            long there = Math.max(0, Math.min(length, in.size() - offset));
            if (there == 0) return new byte[0];
            ByteBuffer bytes = ByteBuffer.allocate((int) there);
            in.position(offset);
            int read;
            do read = in.read(bytes);
            while (read > 0);
            return Arrays.copyOf(bytes.array(), bytes.position());
        }
    }

    @Override
    public List<ArchiveObject> list(String prefix, @Nullable String after, int limit) {
        if (limit < 1) throw new IllegalArgumentException("the limit must be at least 1, was " + limit);
        try {
            needRoot();
            return new FolderWalk(root, prefix, after, limit).objects();
        } catch (IOException e) {
            throw FolderProblem.of("the objects below \"" + prefix + "\" were not listed", root, e);
        }
    }

    @Override
    public List<String> folders(String prefix) {
        if (!ArchiveKeys.isFolder(prefix))
            throw new IllegalArgumentException("\"" + prefix + "\" is no folder: it must end in a slash");
        try {
            needRoot();
            return FolderWalk.folders(root, prefix);
        } catch (IOException e) {
            throw FolderProblem.of("the folders below \"" + prefix + "\" were not listed", root, e);
        }
    }

    @Override
    public void delete(String key) {
        Path file = file(key);
        try {
            needRoot();
            if (size(file).isEmpty() || !Files.deleteIfExists(file)) return;
            DurableFiles.force(withoutEmptyFolders(folderOf(file)));
        } catch (IOException e) {
            throw FolderProblem.of("the object " + key + " was not deleted", root, e);
        }
    }

    /** The first folder from here upwards that is left. */
    private Path withoutEmptyFolders(Path folder) throws IOException {
        Path left = folder;
        while (!left.equals(root)) {
            try {
                Files.deleteIfExists(left);
            } catch (DirectoryNotEmptyException e) {
                return left;
            }
            left = folderOf(left);
        }
        return root;
    }

    @Override
    public void check() {
        ArchiveCheck.run(this);
    }

    @Override
    public String address() {
        return "file:" + root;
    }

    @Override
    public void close() {}

    // Paths

    private void needRoot() {
        if (Files.isDirectory(root)) return;
        throw new ArchiveException(
                Files.exists(root)
                        ? "the archive " + root + " is a file, not a folder; give the path of a folder"
                        : "the folder of the archive " + root
                                + " does not exist; create it for the user that runs this process, or mount the disk that holds it");
    }

    private Path file(String key) {
        Path file = root;
        for (String part : ArchiveKeys.checked(key).split("/", -1)) {
            if (Files.isSymbolicLink(file) && !file.equals(root))
                throw new ArchiveException(
                        file + " is a symbolic link, and the archive follows none; put a folder in its place");
            file = file.resolve(part);
        }
        if (incoming.isIn(file))
            throw new IllegalArgumentException("\"" + key + "\" is in the folder for objects that are being written");
        return file;
    }

    private Path folderOf(Path file) {
        Path parent = file.getParent();
        return parent == null ? root : parent;
    }
}
