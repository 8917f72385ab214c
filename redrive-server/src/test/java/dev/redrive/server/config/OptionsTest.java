package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.server.config.values.BadUsage;
import dev.redrive.server.config.values.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    @Test
    void an_empty_command_line_sets_nothing() {
        assertThat(parse()).isEqualTo(Options.none());
    }

    @Test
    void values_stand_in_the_next_argument_or_after_an_equals_sign() {
        Options apart = parse("--port", "9090", "--bind", "::1", "--store", "memory:", "--config", "a.yaml", "--check");
        Options joined = parse("--port=9090", "--bind=::1", "--store=memory:", "--config=a.yaml", "--check");

        assertThat(apart).isEqualTo(joined);
        assertThat(apart.port()).isEqualTo(OptionalInt.of(9090));
        assertThat(apart.bind()).contains("::1");
        assertThat(apart.store()).contains("memory:");
        assertThat(apart.config()).contains(Path.of("a.yaml"));
        assertThat(apart.check()).isTrue();
        assertThat(apart.help()).isFalse();
    }

    @Test
    void a_value_may_hold_an_equals_sign() {
        assertThat(parse("--store=postgresql://h/db?ssl=true").store()).contains("postgresql://h/db?ssl=true");
        assertThat(parse("--store", "postgresql://h/db?ssl=true").store()).contains("postgresql://h/db?ssl=true");
    }

    @Test
    void help_has_a_short_form() {
        assertThat(parse("-h").help()).isTrue();
        assertThat(parse("--help").help()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--port                  | --port needs a value",
                "--port=                 | --port needs a value",
                "--port --check          | --port needs a value",
                "--port eighty           | --port must be a whole number from 0 to 65535, was eighty",
                "--port 65536            | --port must be a whole number from 0 to 65535, was 65536",
                "--port -1               | --port must be a whole number from 0 to 65535, was -1",
                "--port 1 --port=2       | --port is given twice",
                "--check=yes             | --check takes no value",
                "--prot 80               | unknown option --prot; did you mean \"--port\"?",
                "-x                      | unknown option -x",
                "orders                  | serve takes options only, not \"orders\""
            })
    void wrong_usage_says_what_is_wrong(String line, String message) {
        List<String> arguments = List.of(line.split(" +", -1));

        assertThatThrownBy(() -> Options.parse("serve", arguments)).isInstanceOfSatisfying(BadUsage.class, wrong -> {
            assertThat(wrong).hasMessage(message);
            assertThat(wrong.usage()).startsWith("usage: redrive serve [OPTIONS]");
        });
    }

    private static Options parse(String... arguments) {
        return Options.parse("serve", List.of(arguments));
    }
}
