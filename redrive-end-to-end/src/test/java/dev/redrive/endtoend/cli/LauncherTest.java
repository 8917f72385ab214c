package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.Output;
import dev.redrive.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher in a checkout that was built, used and then copied: it has an archive of classes that was made for another place. */
class LauncherTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private Path checkout;

    /** As much of a checkout as the launcher looks at, without sources, so that it has nothing to build. */
    @BeforeEach
    void a_built_checkout() throws IOException {
        checkout = Files.createDirectory(folder.resolve("first"));
        copy(ROOT.resolve("redrive"), checkout.resolve("redrive"));
        copy(ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
        for (String module : modules()) {
            Files.createDirectories(checkout.resolve(module).resolve("src/main"));
            Files.createDirectories(checkout.resolve(module).resolve("target"));
            copy(
                    ROOT.resolve(module).resolve("pom.xml"),
                    checkout.resolve(module).resolve("pom.xml"));
        }
    }

    private static List<String> modules() throws IOException {
        try (Stream<Path> beside = Files.list(ROOT)) {
            return beside.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> folder.getFileName().toString())
                    .toList();
        }
    }

    @Test
    void commands_of_a_copied_checkout_print_nothing_of_the_jvm() throws Exception {
        Path target = checkout.resolve("redrive-cli/target");
        Path jar = CommandLine.jar();
        copy(jar, target.resolve(jar.getFileName()));
        copyAll(jar.resolveSibling("lib"), target.resolve("lib"));
        Files.createFile(target.resolve("built"));

        printsHelpOnly("list", "--help");

        assertThat(archives(target)).as("archives of classes").hasSize(1);
        checkout = copied();
        printsHelpOnly("list", "--help");
    }

    @Test
    void the_server_of_a_copied_checkout_prints_nothing_of_the_jvm() throws Exception {
        Path target = checkout.resolve("redrive-server/target");
        Path app = target.resolve("app");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Ended extracted = run(List.of(
                java.toString(),
                "-Djarmode=tools",
                "-jar",
                Launch.jar().toString(),
                "extract",
                "--destination",
                app.toString()));
        assertThat(extracted.code()).as(extracted.toString()).isZero();
        Files.createFile(target.resolve("built"));

        printsHelpOnly("audit", "--help");

        assertThat(archives(app)).as("archives of classes").hasSize(1);
        checkout = copied();
        printsHelpOnly("audit", "--help");
    }

    /** Before one of them was locked out, the second one deleted what the first one was starting from. */
    @Test
    void of_several_first_calls_at_once_one_builds_and_the_others_wait() throws Exception {
        Path calls = folder.resolve("calls");
        Path bin = maven("echo built >>'%s'\ncp '%s' '%s'\n"
                .formatted(calls, Launch.jar(), checkout.resolve("redrive-server/target")));

        List<Process> started = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            started.add(launcher(bin, "audit", "--help")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out-" + i).toFile())
                    .start());
        }

        for (int i = 0; i < 3; i++) {
            assertThat(started.get(i).waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(started.get(i).exitValue())
                    .as(Files.readString(folder.resolve("out-" + i)))
                    .isZero();
        }
        assertThat(Files.readAllLines(calls)).hasSize(1);
    }

    /** Both build modules that the other one needs. */
    @Test
    void the_server_and_the_command_line_are_not_built_at_once() throws Exception {
        Path calls = folder.resolve("calls");
        Path bin = maven("""
                echo begin >>'%1$s'
                sleep 1
                echo end >>'%1$s'
                cp -r '%2$s' '%3$s' '%4$s'
                cp '%5$s' '%6$s'
                """.formatted(
                        calls,
                        CommandLine.jar(),
                        CommandLine.jar().resolveSibling("lib"),
                        checkout.resolve("redrive-cli/target"),
                        Launch.jar(),
                        checkout.resolve("redrive-server/target")));

        Process server = started(bin, "server", "audit", "--help");
        Process client = started(bin, "client", "list", "--help");

        assertThat(server.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(client.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readAllLines(calls)).containsExactly("begin", "end", "begin", "end");
    }

    @Test
    void a_build_that_was_stopped_begins_again_without_half_of_a_jar() throws Exception {
        Path jar = CommandLine.jar();
        Path target = checkout.resolve("redrive-cli/target");
        Path half = target.resolve(jar.getFileName());
        Path maven = folder.resolve("maven");
        Path bin = maven("""
                if [ ! -f '%1$s' ]; then
                  echo half >'%2$s'
                  echo $$ >'%1$s.new'
                  mv '%1$s.new' '%1$s'
                  exec sleep 600
                fi
                [ -f '%2$s' ] || cp -r '%3$s' '%4$s' '%5$s'
                """.formatted(maven, half, jar, jar.resolveSibling("lib"), target));
        Process stopped = started(bin, "stopped", "list", "--help");
        Await.until("Maven runs", () -> Files.exists(maven));

        stopped.destroy();
        boolean hasEnded = stopped.waitFor(1, TimeUnit.MINUTES);
        Ended again = run(launcher(bin, "list", "--help"));

        assertThat(hasEnded).isTrue();
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(maven).strip())))
                .isEmpty();
        assertThat(Files.readString(folder.resolve("stopped"))).contains("the next call begins it again");
        assertThat(again.code()).as(again.toString()).isZero();
        assertThat(again.out()).startsWith("Usage: redrive list");
    }

    @Test
    void a_build_whose_call_was_killed_is_waited_for_as_long_as_its_maven_runs() throws Exception {
        Path calls = folder.resolve("calls");
        Path go = folder.resolve("go");
        Path bin = maven("""
                echo begin >>'%1$s'
                until [ -f '%2$s' ] || [ ! -f '%1$s' ]; do sleep 0.1; done
                echo end >>'%1$s'
                cp -r '%3$s' '%4$s' '%5$s'
                """.formatted(
                        calls,
                        go,
                        CommandLine.jar(),
                        CommandLine.jar().resolveSibling("lib"),
                        checkout.resolve("redrive-cli/target")));
        Process killed = started(bin, "killed", "list", "--help");
        Path builder = checkout.resolve("target/building/builder");
        Await.until("Maven runs", () -> Files.exists(calls) && Files.exists(builder) && Files.size(builder) > 0);
        int ended = killed.destroyForcibly().waitFor();

        Process next = started(bin, "next", "list", "--help");
        Path said = folder.resolve("next");
        Await.until("it waits", () -> Files.readString(said).contains("waiting for another call"));
        Files.createFile(go);

        assertThat(ended).isNotZero();
        assertThat(next.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(next.exitValue()).as(Files.readString(said)).isZero();
        assertThat(Files.readAllLines(calls)).containsExactly("begin", "end", "begin", "end");
    }

    /** A call of the launcher that goes on; what it says is in the file of this name. */
    private Process started(Path bin, String file, String... arguments) throws IOException {
        return launcher(bin, arguments)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(file).toFile())
                .start();
    }

    /** A new machine has the modules in no repository; the one that is meant alone could not be built there. */
    @Test
    void the_first_command_builds_also_the_modules_that_the_command_line_needs() throws Exception {
        Path calls = folder.resolve("calls");
        Path bin = maven("echo \"$@\" >>'%s'\n".formatted(calls));

        Process call = launcher(bin, "list", "--help")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();

        assertThat(call.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(calls)).contains("-pl redrive-cli -am ");
    }

    @Test
    void a_build_says_which_module_it_is_at_and_for_how_long() throws Exception {
        String said = building("true");

        assertThat(said.lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("building the command line; the first time takes up to a minute"),
                        line -> assertThat(line).matches("  \\[1/2] Redrive core, \\d+ s"),
                        line -> assertThat(line).matches("  \\[2/2] Redrive command line, \\d+ s"),
                        line -> assertThat(line).startsWith("Usage: redrive list"));
    }

    @Test
    void a_build_that_fails_shows_why() throws Exception {
        String said = building("echo '[ERROR] no such class'; false");

        assertThat(said)
                .contains("[1/2] Redrive core", "[ERROR] no such class", "redrive: the build failed")
                .doesNotContain("Usage: redrive", "[INFO]");
    }

    /** What the launcher prints of its first lines, when Maven ends so. */
    private String building(String end) throws Exception {
        Path target = checkout.resolve("redrive-cli/target");
        Path jar = CommandLine.jar();
        Path bin = maven("""
                echo '[INFO] Scanning for projects...'
                echo '[INFO] Building Redrive core 0.1.0-SNAPSHOT                              [1/2]'
                echo '[INFO] Building jar: /somewhere/redrive.jar'
                echo '[INFO] Building Redrive command line 0.1.0-SNAPSHOT                      [2/2]'
                cp -r '%s' '%s' '%s'
                %s
                """.formatted(jar, jar.resolveSibling("lib"), target, end));
        Path out = folder.resolve("out");

        Process call = launcher(bin, "list", "--help")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();

        assertThat(call.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return Files.readString(out)
                .lines()
                .takeWhile(line -> !line.isBlank() && !line.startsWith("Letters"))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 100})
    void a_terminal_has_the_width_that_it_has(int width) throws Exception {
        Path target = checkout.resolve("redrive-cli/target");
        Path jar = CommandLine.jar();
        copy(jar, target.resolve(jar.getFileName()));
        copyAll(jar.resolveSibling("lib"), target.resolve("lib"));
        Files.createFile(target.resolve("built"));
        String line =
                "stty cols " + width + " rows 50; sh '" + checkout.resolve("redrive") + "' list --help --no-pager";

        Ended ended = run(List.of("env", "-u", "COLUMNS", "script", "-qec", line, "/dev/null"));

        int widest = ended.out()
                .lines()
                .map(text -> text.replaceAll("\u001b\\[[0-9;]*m", "").stripTrailing())
                .mapToInt(String::length)
                .max()
                .orElse(0);
        assertThat(widest).as(ended.out()).isBetween(width - 12, width);
    }

    /** The folder of a program that is called instead of Maven. */
    private Path maven(String script) throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path maven = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\n" + script);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        return bin;
    }

    private ProcessBuilder launcher(Path bin, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("sh", checkout.resolve("redrive").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().merge("PATH", bin + ":", (path, first) -> first + path);
        return builder;
    }

    private void printsHelpOnly(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("sh", checkout.resolve("redrive").toString()));
        command.addAll(List.of(arguments));
        Ended ended = run(command);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).as(ended.toString()).isZero();
        assertThat(ended.out()).containsIgnoringCase("usage").doesNotContain("[warning]", "[error]");
    }

    private record Ended(int code, String out, String err) {}

    private static Ended run(List<String> command) throws IOException, InterruptedException {
        return run(new ProcessBuilder(command));
    }

    private static Ended run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        Output out = new Output(process.inputReader(), line -> {});
        Output err = new Output(process.errorReader(), line -> {});
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(builder.command() + " did not end:\n" + out.whole() + "\n" + err.whole());
        }
        return new Ended(process.exitValue(), out.whole(), err.whole());
    }

    private static List<Path> archives(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }

    /** With new times of its files, as {@code cp -r} and a checkout have them; the launcher takes it for built all the same. */
    private Path copied() throws IOException {
        Path copy = folder.resolve("second");
        try (Stream<Path> files = Files.walk(checkout)) {
            for (Path file : files.toList()) Files.copy(file, copy.resolve(checkout.relativize(file)));
        }
        for (String module : modules()) {
            Path mark = copy.resolve(module).resolve("target/built");
            FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 1000);
            if (Files.exists(mark)) Files.setLastModifiedTime(mark, later);
        }
        return copy;
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) copy(file, to.resolve(from.relativize(file)));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
}
