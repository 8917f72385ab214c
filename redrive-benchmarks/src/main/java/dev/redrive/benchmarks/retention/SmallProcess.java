package dev.redrive.benchmarks.retention;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process of these benchmarks, with a heap of 256 MB. */
final class SmallProcess {
    private SmallProcess() {}

    static ProcessBuilder of(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
