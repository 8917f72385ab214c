package dev.redrive.server.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.LetterIds;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.values.BadUsage;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.web.ProblemAdvice;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class BackupApiTest {
    private final SettableClock clock = SettableClock.standing();
    private final NewLetter letter = new LetterBuilder(new LetterIds(clock)).build();
    private final List<String> audited = new ArrayList<>();

    @TempDir
    Path folder;

    private MockHttpServletResponse asked(DeadLetterStore store, String url) throws Exception {
        BackupApi api = new BackupApi(
                store,
                SampleSettings.at(url),
                (who, action, subject, count) -> audited.add(who.name() + " " + action + " " + subject + " " + count),
                clock);
        return MockMvcBuilders.standaloneSetup(api)
                .setControllerAdvice(new ProblemAdvice())
                .build()
                .perform(MockMvcRequestBuilders.post("/dlq/backup")
                        .requestAttr(Caller.class.getName(), new Caller("jo", Role.ADMIN, "127.0.0.1", List.of())))
                .andReturn()
                .getResponse();
    }

    @Test
    void a_backup_is_sent_and_kept_nowhere() throws Exception {
        Path live = folder.resolve("live.db");
        Path received = folder.resolve("received.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(live, clock)) {
            store.capture(List.of(letter));

            MockHttpServletResponse response = asked(store, "sqlite:" + live);

            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(response.getHeader("Redrive-Letters")).isEqualTo("1");
            Files.write(received, response.getContentAsByteArray());
            assertThat(names()).containsExactlyInAnyOrder("live.db", "live.db-shm", "live.db-wal", "received.db");
        }

        assertThat(run("verify", received.toString()))
                .contains("is whole: 1 letters")
                .contains("its checksum is right");
        assertThat(run("restore", received.toString())).contains("1 letters");
        assertThatThrownBy(() -> run("restore", received.toString()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("--replace");
        assertThat(audited).containsExactly("jo backup all letters 1");
    }

    @Test
    void a_copy_that_another_tool_made_is_whole_but_has_no_checksum() {
        Path live = folder.resolve("live.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(live, clock)) {
            store.capture(List.of(letter));
        }

        assertThat(run("verify", live.toString()))
                .contains("is whole: 1 letters")
                .contains("it has no checksum");
    }

    private String run(String... arguments) {
        return BackupCommand.parse(List.of(arguments)).run("sqlite:" + folder.resolve("elsewhere/redrive.db"));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void a_store_that_is_backed_up_elsewhere_says_how() throws Exception {
        try (DeadLetterStore store = new InMemoryDeadLetterStore(clock)) {
            MockHttpServletResponse response = asked(store, "memory:");

            assertThat(response.getStatus()).isEqualTo(501);
            assertThat(response.getContentAsString()).contains("redrive export");
            assertThat(audited).isEmpty();
        }
    }

    @Test
    void a_backup_is_not_restored_into_postgresql() throws Exception {
        Path live = folder.resolve("live.db");
        new SqliteDeadLetterStore(live, clock).close();

        assertThatThrownBy(() -> BackupCommand.parse(List.of("restore", live.toString()))
                        .run("postgresql://jo:secret@db/redrive"))
                .hasMessageContaining("pg_restore")
                .hasMessageNotContaining("secret");
    }

    @Test
    void a_command_without_a_file_says_how_it_is_used() {
        assertThatThrownBy(() -> BackupCommand.parse(List.of("restore", "--replace")))
                .isInstanceOf(BadUsage.class);
        assertThatThrownBy(() -> BackupCommand.parse(List.of("make"))).isInstanceOf(BadUsage.class);
    }
}
