package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;

import org.springframework.mock.web.MockHttpServletResponse;

/** What every problem must be. */
public final class Problems {
    private Problems() {}

    public static void assertProblem(MockHttpServletResponse response, int status) {
        assertThat(response.getStatus()).as(ApiUnderTest.body(response)).isEqualTo(status);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(ApiUnderTest.<Integer>read(response, "$.status")).isEqualTo(status);
        assertThat(ApiUnderTest.<String>read(response, "$.title")).isNotBlank();
        assertThat(ApiUnderTest.<String>read(response, "$.detail")).isNotBlank();
    }

    public static void assertProblem(MockHttpServletResponse response, int status, String partOfDetail) {
        assertProblem(response, status);
        assertThat(ApiUnderTest.<String>read(response, "$.detail")).contains(partOfDetail);
    }
}
