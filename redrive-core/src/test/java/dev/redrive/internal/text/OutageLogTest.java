package dev.redrive.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

class OutageLogTest {
    private final List<String> lines = new ArrayList<>();
    private final OutageLog outage = new OutageLog(logger(), "claim letters");

    @Test
    void an_outage_is_two_lines_however_long_it_takes() {
        outage.worked();
        for (int i = 0; i < 5; i++) outage.failed(new IllegalStateException("gone"));
        outage.worked();
        outage.worked();

        assertThat(lines)
                .containsExactly(
                        "WARN cannot claim letters; trying again until it works: java.lang.IllegalStateException: gone",
                        "INFO can claim letters again");
    }

    @Test
    void the_next_outage_is_logged_again() {
        outage.failed(new IllegalStateException("gone"));
        outage.worked();
        outage.failed(new IllegalStateException("gone again"));

        assertThat(lines).hasSize(3);
        assertThat(lines.get(2)).contains("gone again");
    }

    private Logger logger() {
        return new LegacyAbstractLogger() {
            @Override
            protected String getFullyQualifiedCallerName() {
                return "";
            }

            @Override
            protected void handleNormalizedLoggingCall(
                    Level level, org.slf4j.Marker marker, String message, Object[] arguments, Throwable thrown) {
                lines.add(level + " " + MessageFormatter.basicArrayFormat(message, arguments));
            }

            @Override
            public boolean isTraceEnabled() {
                return false;
            }

            @Override
            public boolean isDebugEnabled() {
                return false;
            }

            @Override
            public boolean isInfoEnabled() {
                return true;
            }

            @Override
            public boolean isWarnEnabled() {
                return true;
            }

            @Override
            public boolean isErrorEnabled() {
                return true;
            }
        };
    }
}
