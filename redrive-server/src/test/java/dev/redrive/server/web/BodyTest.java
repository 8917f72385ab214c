package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class BodyTest {
    private static final int MB = 1024 * 1024;
    private static final int LIMIT = 4 * MB;

    private final ByteBudget memory = new ByteBudget("memory", 7 * MB, Duration.ZERO);
    private final ByteBudget disk = new ByteBudget("disk", 3 * MB, Duration.ZERO);
    private final MockMvc http = MockMvcBuilders.standaloneSetup(new Reading())
            .setControllerAdvice(new ProblemAdvice())
            .addFilters(new RequestMemoryFilter(memory, disk))
            .build();

    /** Says how long the body is, and how much memory is held for it meanwhile. */
    @RestController
    final class Reading {
        @PostMapping("/whole")
        String whole(HttpServletRequest request) {
            byte[] body = Body.whole(request, LIMIT);
            return body.length + " " + (memory.used() / MB) + " "
                    + (body.length == 0 ? ' ' : (char) body[body.length - 1]);
        }
    }

    private MockHttpServletResponse send(byte[] body, String... header) {
        MockHttpServletRequestBuilder request =
                MockMvcRequestBuilders.post("/whole").content(body);
        if (header.length > 0) request.header(header[0], header[1]);
        try {
            return http.perform(request).andReturn().getResponse();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] body(int size) {
        return ("x".repeat(size - 1) + "y").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Test
    void a_small_and_a_large_body_are_whole_and_counted_until_they_are_answered() throws Exception {
        assertThat(send(body(10)).getContentAsString()).isEqualTo("10 0 y");
        assertThat(send(body(64 * 1024)).getContentAsString()).isEqualTo("65536 0 y");
        assertThat(send(body(MB)).getContentAsString()).isEqualTo(MB + " 6 y");

        assertThat(memory.used()).isZero();
        assertThat(disk.used()).isZero();
    }

    @Test
    void a_packed_body_counts_as_what_it_unpacks_to() throws Exception {
        MockHttpServletResponse fits = send(packed(body(MB)), "Content-Encoding", "gzip");
        ByteBudget.Share other = memory.share();
        other.take(2 * MB);
        MockHttpServletResponse refused = send(packed(body(MB)), "Content-Encoding", "gzip");

        assertThat(fits.getContentAsString()).isEqualTo(MB + " 6 y");
        assertThat(refused.getStatus()).isEqualTo(503);
    }

    @Test
    void without_free_memory_the_answer_is_to_retry_later() {
        ByteBudget.Share other = memory.share();
        other.take(2 * MB);
        MockHttpServletResponse refused = send(body(MB));
        other.close();

        assertThat(refused.getStatus()).isEqualTo(503);
        assertThat(refused.getHeader("Retry-After")).isEqualTo("5");
        assertThat(refused.getContentType()).isEqualTo("application/problem+json");
        assertThat(memory.used()).isZero();
        assertThat(send(body(MB)).getStatus()).isEqualTo(200);
    }

    @Test
    void without_free_disk_space_the_answer_is_to_retry_later_and_nothing_is_held() {
        ByteBudget.Share other = disk.share();
        other.take(2 * MB);
        MockHttpServletResponse refused = send(body(2 * MB));
        other.close();

        assertThat(refused.getStatus()).isEqualTo(503);
        assertThat(refused.getHeader("Retry-After")).isEqualTo("5");
        assertThat(disk.used()).isZero();
    }
}
