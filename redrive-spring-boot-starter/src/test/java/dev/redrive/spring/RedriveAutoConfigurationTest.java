package dev.redrive.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.testpostgres.TestPostgres;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.sqlite.SQLiteDataSource;
import tools.jackson.databind.json.JsonMapper;

class RedriveAutoConfigurationTest {
    private static final Path OWN_FILE = Path.of("data/redrive.db");

    @TempDir
    Path folder;

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RedriveAutoConfiguration.class));

    private ApplicationContextRunner inMemory() {
        return application.withPropertyValues("redrive.store=memory:");
    }

    // Where letters are kept

    @Test
    void without_settings_letters_are_kept_in_a_file_of_their_own() throws Exception {
        Files.deleteIfExists(OWN_FILE);

        application.run(context -> {
            LetterId id = TestLetters.invalid(context.getBean(Redrive.class), "orders", "{}");

            assertThat(context.getBean(Letters.class).find(id)).isPresent();
            assertThat(OWN_FILE).exists();
        });
    }

    @Test
    void an_application_with_postgresql_has_its_letters_there() throws Exception {
        DataSource database = TestPostgres.dataSource(TestPostgres.freshDatabase());

        application
                .withBean(DataSource.class, () -> database)
                .withPropertyValues("redrive.journal=" + folder.resolve("spill"))
                .run(context -> {
                    LetterId id = TestLetters.invalid(context.getBean(Redrive.class), "orders", "{}");

                    try (Redrive another = Redrive.in(database).withoutJournal().open()) {
                        assertThat(another.letters().find(id)).isPresent();
                    }
                });
    }

    @Test
    void an_application_with_a_sqlite_file_has_its_letters_there() {
        Path file = folder.resolve("application.db");
        SQLiteDataSource database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + file);

        application.withBean(DataSource.class, () -> database).run(context -> {
            TestLetters.invalid(context.getBean(Redrive.class), "orders", "{}");

            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet found =
                            statement.executeQuery("SELECT count(*) FROM sqlite_master WHERE name LIKE '%letter%'")) {
                assertThat(found.getInt(1)).isPositive();
            }
        });
    }

    @Test
    void a_database_in_memory_is_no_place_for_letters() throws Exception {
        Files.deleteIfExists(OWN_FILE);
        SQLiteDataSource database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite::memory:");

        application.withBean(DataSource.class, () -> database).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(OWN_FILE).exists();
        });
    }

    @Test
    void with_two_data_sources_none_is_guessed() throws Exception {
        Files.deleteIfExists(OWN_FILE);

        application
                .withBean("one", DataSource.class, SQLiteDataSource::new)
                .withBean("two", DataSource.class, SQLiteDataSource::new)
                .run(context -> assertThat(OWN_FILE).exists());
    }

    @Test
    void a_wrong_store_is_explained_without_its_password() {
        application
                .withPropertyValues("redrive.store=mysql://me:secret@db/letters")
                .run(context -> {
                    Throwable failure = Objects.requireNonNull(context.getStartupFailure());
                    SpringFactoriesLoader.FailureHandler needMore = (type, name, why) -> {};
                    FailureAnalysis analysis =
                            SpringFactoriesLoader.forDefaultResourceLocation()
                                    .load(FailureAnalyzer.class, needMore)
                                    .stream()
                                    .filter(StoreFailureAnalyzer.class::isInstance)
                                    .map(analyzer -> analyzer.analyze(failure))
                                    .findFirst()
                                    .orElseThrow();

                    assertThat(analysis.getDescription())
                            .contains("redrive.store=mysql://db/letters")
                            .doesNotContain("secret");
                    assertThat(analysis.getAction()).contains("sqlite:PATH");
                });
    }

    @Test
    void a_store_that_is_named_goes_before_the_data_source() {
        Path file = folder.resolve("letters.db");
        SQLiteDataSource database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + folder.resolve("application.db"));

        application
                .withBean(DataSource.class, () -> database)
                .withPropertyValues("redrive.store=sqlite:" + file)
                .run(context -> assertThat(file).exists());
    }

    @Test
    void a_data_source_without_a_connection_stops_the_start_and_says_so() {
        SQLiteDataSource database = new SQLiteDataSource();
        database.setUrl("jdbc:sqlite:" + folder.resolve("missing/application.db"));

        application
                .withBean(DataSource.class, () -> database)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("the application's DataSource gives no connection"));
    }

    // Beans of the application

    @Test
    void a_redrive_of_the_application_wins() {
        try (Redrive own = Redrive.open("memory:")) {
            application.withBean(Redrive.class, () -> own).run(context -> {
                assertThat(context).getBean(Redrive.class).isSameAs(own);
                assertThat(context).getBean(Letters.class).isSameAs(own.letters());
            });
        }
    }

    @Test
    void it_can_be_switched_off() {
        application
                .withPropertyValues("redrive.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(Redrive.class));
    }

    @Test
    void it_works_without_jackson() {
        inMemory()
                .withClassLoader(new FilteredClassLoader(JsonMapper.class))
                .run(context -> assertThat(context).hasSingleBean(Redrive.class));
    }

    @Test
    void a_customizer_has_the_last_word() {
        List<RedriveEvent> events = new ArrayList<>();

        inMemory()
                .withBean(RedriveCustomizer.class, () -> redrive -> redrive.listen(events::add))
                .run(context -> {
                    TestLetters.invalid(context.getBean(Redrive.class), "orders", "{}");

                    assertThat(events).hasOnlyElementsOfType(RedriveEvent.Captured.class);
                });
    }

    @Test
    void the_store_is_closed_with_the_context() {
        Path file = folder.resolve("letters.db");
        List<Redrive> used = new ArrayList<>();

        application
                .withPropertyValues("redrive.store=sqlite:" + file)
                .run(context -> used.add(context.getBean(Redrive.class)));

        assertThatThrownBy(() -> used.get(0).letters().tallies()).isInstanceOf(RuntimeException.class);
    }

    // Settings

    @Test
    void policies_and_classification_are_those_of_the_settings() {
        inMemory()
                .withPropertyValues(
                        "redrive.classification[0].error-type=*Quota*",
                        "redrive.classification[0].category=RATE_LIMIT",
                        "redrive.policies[0].category=rate-limit",
                        "redrive.policies[0].strategy=off-peak",
                        "redrive.policies[0].hours=1,2",
                        "redrive.policies[0].zone=Europe/Berlin",
                        "redrive.policies[0].max-retries=9",
                        "redrive.policies[1].channel=ledger.*",
                        "redrive.policies[1].strategy=never")
                .run(context -> {
                    Redrive redrive = context.getBean(Redrive.class);

                    LetterId limited = TestLetters.capture(redrive, "orders", "{}", new QuotaExceeded());
                    LetterId never = TestLetters.timedOut(redrive, "ledger.eu", "{}");

                    assertThat(TestLetters.status(redrive, limited)).isEqualTo(LetterStatus.PENDING);
                    assertThat(redrive.letters()
                                    .find(limited)
                                    .orElseThrow()
                                    .state()
                                    .maxRetries())
                            .isEqualTo(9);
                    assertThat(TestLetters.status(redrive, never)).isEqualTo(LetterStatus.FAILED);
                });
    }

    private static final class QuotaExceeded extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void hidden_values_never_reach_the_store() {
        inMemory().withPropertyValues("redrive.redaction.paths=$.card").run(context -> {
            Redrive redrive = context.getBean(Redrive.class);

            LetterId id = TestLetters.invalid(redrive, "orders", "{\"card\":\"4711\"}");

            assertThat(redrive.letters().find(id).orElseThrow().payload().text())
                    .doesNotContain("4711");
        });
    }

    @Test
    void letters_of_an_ordered_channel_wait_for_each_other() {
        inMemory()
                .withPropertyValues("redrive.channels[0].match=ledger.*", "redrive.channels[0].ordered=true")
                .run(context -> {
                    Redrive redrive = context.getBean(Redrive.class);

                    LetterId ordered = TestLetters.invalid(redrive, "ledger.eu", "{}");
                    LetterId other = TestLetters.invalid(redrive, "orders", "{}");

                    assertThat(redrive.letters().find(ordered).orElseThrow().ordered())
                            .isTrue();
                    assertThat(redrive.letters().find(other).orElseThrow().ordered())
                            .isFalse();
                });
    }

    @Test
    void letters_of_some_channels_may_be_kept_longer() {
        inMemory()
                .withPropertyValues(
                        "redrive.retention.resolved=1d",
                        "redrive.retention.channels[0].match=ledger.*",
                        "redrive.retention.channels[0].resolved=2555d")
                .run(context -> {
                    RetentionRules rules =
                            context.getBean(Redrive.class).retention().rules().orElseThrow();

                    assertThat(rules.of("orders").resolved()).isEqualTo(Duration.ofDays(1));
                    assertThat(rules.of("ledger.eu").resolved()).isEqualTo(Duration.ofDays(2555));
                    assertThat(rules.of("ledger.eu").failed()).isEqualTo(Duration.ofDays(90));
                });
    }

    @Test
    void letters_go_to_the_archive_that_is_set() {
        inMemory()
                .withPropertyValues("redrive.archive=file:" + folder)
                .run(context -> assertThat(context.getBean(Redrive.class).cold().isConfigured())
                        .isTrue());
        inMemory()
                .run(context -> assertThat(context.getBean(Redrive.class).cold().isConfigured())
                        .isFalse());
    }

    @Test
    void an_archive_that_is_needed_or_unknown_stops_the_start() {
        inMemory()
                .withPropertyValues("redrive.capture-last-resort=archive")
                .run(context ->
                        assertThat(context).getFailure().hasStackTraceContaining("redrive.archive: redrive.capture"));
        inMemory()
                .withPropertyValues("redrive.archive=ftp://somewhere")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("redrive.archive: no archive for the URL scheme"));
    }

    @Test
    void a_key_that_does_not_exist_stops_the_start() {
        inMemory()
                .withPropertyValues("redrive.engine.wrokers=3")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("wrokers"));
    }

    @Test
    void a_value_that_is_not_allowed_stops_the_start_and_its_key_is_named() {
        inMemory()
                .withPropertyValues("redrive.engine.workers=0")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("redrive.engine: concurrency must be at least 1, was 0"));
        inMemory()
                .withPropertyValues("redrive.policies[0].category=TIMEOUT")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("redrive.policies[0]: strategy is missing"));
        inMemory()
                .withPropertyValues(
                        "redrive.classification[0].http-status=teapot", "redrive.classification[0].category=TIMEOUT")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("redrive.classification[0]: http-status is 503, 500-599 or 5xx"));
    }

    @Test
    void the_properties_are_described_for_editors() throws Exception {
        try (InputStream in =
                RedriveProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String described = new String(in.readAllBytes(), StandardCharsets.UTF_8);

            assertThat(described)
                    .contains("\"redrive.store\"")
                    .contains("where letters are kept: sqlite:PATH")
                    .contains("\"redrive.engine.workers\"")
                    .contains("\"redrive.kafka.suffix\"");
        }
    }
}
