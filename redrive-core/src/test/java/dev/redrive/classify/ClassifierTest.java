package dev.redrive.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StackTrace;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassifierTest {
    private final Classifier classifier = new Classifier(List.of());

    @ParameterizedTest
    @CsvSource({
        "NetworkError, DOWNSTREAM_FAILURE",
        "TimeoutError, TIMEOUT",
        "TIMEOUT_ERROR, TIMEOUT",
        "RateLimitError, RATE_LIMIT",
        "RATE_LIMIT_ERROR, RATE_LIMIT",
        "ServiceUnavailableError, DOWNSTREAM_FAILURE",
        "DatabaseError, PERSISTENCE",
        "ValidationError, VALIDATION",
        "JSONDecodeError, DESERIALIZATION",
        "json.decoder.JSONDecodeError, DESERIALIZATION",
        "AuthorizationError, AUTHORIZATION",
        "NotFoundError, NOT_FOUND",
        "BusinessRuleError, VALIDATION",
        "MalformedDataError, DESERIALIZATION",
        "TransientError, DOWNSTREAM_FAILURE",
        "java.net.http.HttpTimeoutException, TIMEOUT",
        "java.net.NoRouteToHostException, DOWNSTREAM_FAILURE",
        "java.net.SocketException, DOWNSTREAM_FAILURE",
        "java.time.format.DateTimeParseException, DESERIALIZATION",
        "org.apache.kafka.common.errors.SerializationException, DESERIALIZATION",
        "org.apache.kafka.common.errors.TimeoutException, TIMEOUT",
        "org.apache.kafka.common.errors.RetriableException, DOWNSTREAM_FAILURE",
        "com.fasterxml.jackson.databind.exc.MismatchedInputException, DESERIALIZATION",
        "com.fasterxml.jackson.core.JsonProcessingException, DESERIALIZATION",
        "org.springframework.dao.DuplicateKeyException, DUPLICATE",
        "org.springframework.dao.TransientDataAccessException, PERSISTENCE",
        "org.springframework.dao.NonTransientDataAccessException, UNKNOWN",
        "org.springframework.dao.CannotAcquireLockException, PERSISTENCE",
        "org.springframework.dao.DataIntegrityViolationException, VALIDATION",
        "org.springframework.security.access.AccessDeniedException, AUTHORIZATION",
        "org.springframework.web.client.HttpClientErrorException$NotFound, NOT_FOUND",
        "org.springframework.web.client.HttpClientErrorException$TooManyRequests, RATE_LIMIT",
        "jakarta.validation.ConstraintViolationException, VALIDATION",
        "java.lang.ClassNotFoundException, UNKNOWN",
        "java.lang.NullPointerException, UNKNOWN",
        "com.acme.Whatever, UNKNOWN"
    })
    void types_that_came_as_text_are_known(String type, Category category) {
        assertThat(text(type, null, "").category()).isEqualTo(category);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECTION_TIMEOUT, TIMEOUT",
        "ETIMEDOUT, TIMEOUT",
        "ECONNREFUSED, DOWNSTREAM_FAILURE",
        "ECONNRESET, DOWNSTREAM_FAILURE",
        "408, TIMEOUT",
        "504, TIMEOUT",
        "429, RATE_LIMIT",
        "HTTP_503, DOWNSTREAM_FAILURE",
        "HTTP 503, DOWNSTREAM_FAILURE",
        "http-500, DOWNSTREAM_FAILURE",
        "400, VALIDATION",
        "422, VALIDATION",
        "409, DUPLICATE",
        "401, AUTHORIZATION",
        "403, AUTHORIZATION",
        "404, NOT_FOUND",
        "410, NOT_FOUND",
        "418, UNKNOWN",
        "E_404, UNKNOWN",
        "23505, DUPLICATE",
        "40001, PERSISTENCE",
        "40P01, PERSISTENCE",
        "57P01, PERSISTENCE",
        "2342, UNKNOWN"
    })
    void codes_that_came_as_text_are_known(String code, Category category) {
        assertThat(text("Error", code, "").category()).isEqualTo(category);
    }

    @ParameterizedTest
    @CsvSource({
        "Read TIMED OUT, TIMEOUT",
        "Connection refused: no further information, DOWNSTREAM_FAILURE",
        "connection reset by peer, DOWNSTREAM_FAILURE",
        "503 Service Unavailable, DOWNSTREAM_FAILURE",
        "Too Many Requests, RATE_LIMIT",
        "API rate limit exceeded, RATE_LIMIT",
        "monthly quota used up, RATE_LIMIT",
        "request was throttled, RATE_LIMIT",
        "deadlock detected, PERSISTENCE",
        "duplicate key value violates unique constraint, DUPLICATE",
        "Invalid data format, DESERIALIZATION",
        "all is lost, UNKNOWN"
    })
    void words_in_the_message_are_known_when_the_type_says_nothing(String message, Category category) {
        assertThat(text("java.lang.RuntimeException", null, message).category()).isEqualTo(category);
    }

    @Test
    void exceptions_of_the_jdk_are_known() {
        assertThat(of(new SocketTimeoutException())).isEqualTo(Category.TIMEOUT);
        assertThat(of(new TimeoutException())).isEqualTo(Category.TIMEOUT);
        assertThat(of(new ConnectException())).isEqualTo(Category.DOWNSTREAM_FAILURE);
        assertThat(of(new UnknownHostException())).isEqualTo(Category.DOWNSTREAM_FAILURE);
        assertThat(of(new ClosedChannelException())).isEqualTo(Category.DOWNSTREAM_FAILURE);
        assertThat(of(new SSLHandshakeException(""))).isEqualTo(Category.DOWNSTREAM_FAILURE);
        assertThat(of(new NumberFormatException())).isEqualTo(Category.DESERIALIZATION);
        assertThat(of(new IllegalArgumentException())).isEqualTo(Category.VALIDATION);
        assertThat(of(new SecurityException())).isEqualTo(Category.AUTHORIZATION);
        assertThat(of(new FileNotFoundException())).isEqualTo(Category.NOT_FOUND);
        assertThat(of(new NoSuchElementException())).isEqualTo(Category.NOT_FOUND);
        assertThat(of(new EOFException())).isEqualTo(Category.UNKNOWN);
        assertThat(of(new NullPointerException())).isEqualTo(Category.UNKNOWN);
    }

    @Test
    void an_sql_state_decides_before_the_type() {
        assertThat(of(new SQLException("x", "23505"))).isEqualTo(Category.DUPLICATE);
        assertThat(of(new SQLException("x", "23502"))).isEqualTo(Category.VALIDATION);
        assertThat(of(new SQLException("x", "08006"))).isEqualTo(Category.PERSISTENCE);
        assertThat(of(new SQLException("x", "53300"))).isEqualTo(Category.PERSISTENCE);
        assertThat(of(new SQLTransientConnectionException("request timed out"))).isEqualTo(Category.PERSISTENCE);
        assertThat(of(new SQLException("syntax", "42601"))).isEqualTo(Category.UNKNOWN);
    }

    @Test
    void a_supertype_is_enough_while_the_exception_is_at_hand() {
        class Slow extends SocketTimeoutException {
            private static final long serialVersionUID = 1;
        }

        assertThat(of(new Slow())).isEqualTo(Category.TIMEOUT);
    }

    @Test
    void the_cause_decides_when_the_wrapper_says_nothing() {
        assertThat(of(new ExecutionException(new IOException(new ConnectException("no")))))
                .isEqualTo(Category.DOWNSTREAM_FAILURE);
    }

    @Test
    void a_network_error_below_a_parse_error_is_an_outage() {
        List<ErrorFacts> chain = ErrorFacts.text(
                "org.apache.kafka.common.errors.SerializationException",
                null,
                "schema registry",
                StackTrace.ofText("""
                    org.apache.kafka.common.errors.SerializationException: x
                    \tat a.B.c(B.java:1)
                    Caused by: java.net.ConnectException: refused
                    \tat d.E.f(E.java:2)
                    """));

        assertThat(classifier.classify(chain).category()).isEqualTo(Category.DOWNSTREAM_FAILURE);
    }

    @Test
    void an_exception_with_an_http_status_is_classified_by_it() {
        class Answer extends RuntimeException implements HasHttpStatus {
            private static final long serialVersionUID = 1;

            @Override
            public int httpStatus() {
                return 429;
            }
        }

        Classification found = classifier.classify(ErrorFacts.chain(new IllegalArgumentException(new Answer())));

        assertThat(found)
                .isEqualTo(
                        new Classification(Category.RATE_LIMIT, Retryability.TRANSIENT, "built in: HTTP status 429"));
    }

    @Test
    void a_permanent_error_is_permanent_whatever_caused_it() {
        List<ErrorFacts> chain = ErrorFacts.text(
                "PermanentError",
                null,
                "timed out",
                StackTrace.ofText("PermanentError: x\nCaused by: TimeoutError: y"));

        assertThat(classifier.classify(chain).retryability()).isEqualTo(Retryability.PERMANENT);
        assertThat(text("TransientError", null, "").retryability()).isEqualTo(Retryability.TRANSIENT);
    }

    @Test
    void a_rule_of_the_user_wins_over_the_built_in_ones() {
        Classifier own = new Classifier(List.of(
                Rule.to(Category.VALIDATION).errorType("*Timeout*"),
                Rule.to(Category.DUPLICATE).code("429")));

        assertThat(own.classify(ErrorFacts.chain(new SocketTimeoutException())))
                .isEqualTo(new Classification(
                        Category.VALIDATION, Retryability.PERMANENT, "configured: error type *Timeout*"));
        assertThat(own.classify(ErrorFacts.text("x", "429", "", StackTrace.none()))
                        .category())
                .isEqualTo(Category.DUPLICATE);
    }

    @Test
    void the_first_matching_rule_of_the_user_wins_even_when_it_reads_the_message() {
        Classifier own = new Classifier(List.of(
                Rule.to(Category.RATE_LIMIT).message("slow down"),
                Rule.to(Category.VALIDATION).errorType("*Timeout*")));

        assertThat(own.classify(ErrorFacts.chain(new SocketTimeoutException("please SLOW DOWN")))
                        .category())
                .isEqualTo(Category.RATE_LIMIT);
        assertThat(own.classify(ErrorFacts.chain(new SocketTimeoutException("x")))
                        .category())
                .isEqualTo(Category.VALIDATION);
    }

    @Test
    void all_parts_of_a_rule_must_fit_the_same_exception() {
        Classifier own = new Classifier(List.of(
                Rule.to(Category.RATE_LIMIT).errorType("IllegalStateException").message("bank says *")));

        assertThat(own.classify(ErrorFacts.chain(new IllegalStateException("Bank says no")))
                        .category())
                .isEqualTo(Category.RATE_LIMIT);
        assertThat(own.classify(ErrorFacts.chain(new IllegalStateException("x", new RuntimeException("bank says no"))))
                        .category())
                .isEqualTo(Category.UNKNOWN);
    }

    @Test
    void a_rule_may_say_how_retryable_it_is() {
        Classifier own = new Classifier(
                List.of(Rule.to(Category.TIMEOUT).httpStatus(500, 599).retryability(Retryability.PERMANENT)));

        Classification found = own.classify(ErrorFacts.text("x", "HTTP_599", "", StackTrace.none()));

        assertThat(found)
                .isEqualTo(new Classification(
                        Category.TIMEOUT, Retryability.PERMANENT, "configured: HTTP status 500-599"));
    }

    @Test
    void a_rule_without_a_condition_is_refused() {
        assertThatThrownBy(() -> new Classifier(List.of(Rule.to(Category.TIMEOUT))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TIMEOUT");
    }

    @Test
    void the_same_type_is_judged_anew_when_its_message_differs() {
        assertThat(text("Error", null, "timed out").category()).isEqualTo(Category.TIMEOUT);
        assertThat(text("Error", null, "whatever").category()).isEqualTo(Category.UNKNOWN);
        assertThat(text("Error", null, "deadlock").category()).isEqualTo(Category.PERSISTENCE);
    }

    @Test
    void a_ring_of_causes_ends() {
        Exception first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));

        assertThat(ErrorFacts.chain(first)).hasSize(2);
    }

    @Test
    void a_long_chain_is_read_32_deep() {
        Throwable thrown = new IllegalStateException();
        for (int i = 0; i < 100; i++) thrown = new IllegalStateException(thrown);

        assertThat(ErrorFacts.chain(thrown)).hasSize(32);
        assertThat(ErrorFacts.text("x", null, "", StackTrace.ofText("Caused by: a: b\n".repeat(100))))
                .hasSize(32);
    }

    @Test
    void an_exception_whose_methods_throw_is_still_read() {
        class Hostile extends SQLException implements HasHttpStatus {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }

            @Override
            public String getSQLState() {
                throw new IllegalStateException();
            }

            @Override
            public int httpStatus() {
                throw new IllegalStateException();
            }
        }

        ErrorFacts facts = ErrorFacts.chain(new Hostile()).get(0);

        assertThat(facts.message()).isEmpty();
        assertThat(facts.code()).isNull();
        assertThat(facts.httpStatus()).isEmpty();
        assertThat(facts.supertypes()).contains("java.sql.SQLException", "java.lang.Throwable");
    }

    private Category of(Throwable thrown) {
        return classifier.classify(ErrorFacts.chain(thrown)).category();
    }

    private Classification text(String type, @Nullable String code, String message) {
        return classifier.classify(ErrorFacts.text(type, code, message, StackTrace.none()));
    }
}
