package dev.redrive.server.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder in which a demo keeps its store for as long as it runs. */
public final class DemoFolder {
    private DemoFolder() {}

    public static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) Files.deleteIfExists(file);
        } catch (IOException e) {
            System.err.println("redrive: " + folder + " could not be removed: " + e.getMessage());
        }
    }
}
