package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import com.jayway.jsonpath.JsonPath;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import jakarta.servlet.RequestDispatcher;
import java.nio.charset.StandardCharsets;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

class ProblemAdviceTest {
    private final MockMvc http = MockMvcBuilders.standaloneSetup(new Troubled(), new ErrorEndpoint())
            .setControllerAdvice(new ProblemAdvice())
            .build();

    /** Has every trouble that a controller can have. */
    @RestController
    static final class Troubled {
        @GetMapping("/trouble")
        String trouble(@RequestParam("kind") String kind) {
            if (kind.equals("none")) return kind;
            throw switch (kind) {
                case "problem" ->
                    Problem.of(HttpStatus.LOCKED, "short and stout")
                            .with("handle", 1)
                            .with("status", 5);
                case "away" -> new StoreUnavailable("jdbc:secret", new Exception("refused"));
                case "store" -> new StoreException("jdbc:secret");
                case "parameter" -> new InvalidParameterException("bad");
                default -> new IllegalStateException("secret");
            };
        }

        @GetMapping("/number")
        String number(@RequestParam("n") int n) {
            return "n" + n;
        }

        @GetMapping("/error-of-java")
        String errorOfJava(@RequestParam("deep") boolean deep) {
            if (deep) throw new StackOverflowError("secret");
            return "fine";
        }

        @PostMapping("/body")
        String body(@RequestBody String body) {
            return body;
        }
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request) throws Exception {
        return http.perform(request).andReturn().getResponse();
    }

    private static String body(MockHttpServletResponse response) throws Exception {
        return response.getContentAsString(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <T> T read(MockHttpServletResponse response, String path) throws Exception {
        return JsonPath.read(body(response), path);
    }

    @Test
    void a_problem_is_sent_as_one_and_its_own_members_win() throws Exception {
        MockHttpServletResponse response = send(get("/trouble?kind=problem").accept("text/html"));

        assertThat(response.getStatus()).isEqualTo(423);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(body(response))
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Locked\",\"status\":423,"
                        + "\"detail\":\"short and stout\",\"instance\":\"/trouble\",\"handle\":1}");
    }

    @Test
    void our_own_mistakes_show_nothing_of_our_insides() throws Exception {
        for (String kind : new String[] {"store", "other"}) {
            MockHttpServletResponse response = send(get("/trouble?kind=" + kind));

            assertThat(response.getStatus()).isEqualTo(500);
            assertThat(body(response)).doesNotContain("secret").doesNotContain("Exception");
            assertThat(ProblemAdviceTest.<String>read(response, "$.detail"))
                    .contains(ProblemAdviceTest.<String>read(response, "$.reference"));
        }
        MockHttpServletResponse error = send(get("/error-of-java?deep=true"));
        assertThat(error.getStatus()).isEqualTo(500);
        assertThat(body(error)).doesNotContain("secret");
    }

    @Test
    void a_store_that_is_away_is_503_with_a_time_to_come_back() throws Exception {
        MockHttpServletResponse response = send(get("/trouble?kind=away"));

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeader("Retry-After")).isEqualTo("5");
        assertThat(body(response)).doesNotContain("secret");
    }

    @Test
    void wrong_requests_are_4xx() throws Exception {
        assertThat(send(get("/number?n=x")).getStatus()).isEqualTo(400);
        assertThat(ProblemAdviceTest.<String>read(send(get("/number?n=x")), "$.detail"))
                .isEqualTo("n must be a whole number, not \"x\"");
        assertThat(ProblemAdviceTest.<String>read(send(get("/number")), "$.detail"))
                .isEqualTo("the parameter n is missing");
        assertThat(send(post("/body")).getStatus()).isEqualTo(400);
        assertThat(send(get("/trouble?kind=parameter")).getStatus()).isEqualTo(400);
        MockHttpServletResponse method = send(post("/number?n=1"));
        assertThat(method.getStatus()).isEqualTo(405);
        assertThat(method.getHeader("Allow")).isEqualTo("GET");
        assertThat(ProblemAdviceTest.<String>read(method, "$.detail")).isEqualTo("POST is not possible here; use GET");
    }

    @Test
    void what_goes_wrong_in_a_filter_is_a_problem_too() throws Exception {
        MockHttpServletResponse limited = send(get("/error")
                .requestAttr(RequestDispatcher.ERROR_EXCEPTION, Problem.of(HttpStatus.TOO_MANY_REQUESTS, "slow down"))
                .requestAttr(RequestDispatcher.ERROR_REQUEST_URI, "/dlq"));
        MockHttpServletResponse refused = send(get("/error").requestAttr(RequestDispatcher.ERROR_STATUS_CODE, 403));
        MockHttpServletResponse broken =
                send(get("/error").requestAttr(RequestDispatcher.ERROR_EXCEPTION, new IllegalStateException("secret")));

        assertThat(limited.getStatus()).isEqualTo(429);
        assertThat(ProblemAdviceTest.<String>read(limited, "$.instance")).isEqualTo("/dlq");
        assertThat(refused.getStatus()).isEqualTo(403);
        assertThat(refused.getContentType()).isEqualTo("application/problem+json");
        assertThat(broken.getStatus()).isEqualTo(500);
        assertThat(body(broken)).doesNotContain("secret");
        assertThat(send(get("/error")).getStatus()).isEqualTo(404);
    }

    @Test
    void a_filter_can_send_a_problem_itself() throws Exception {
        MockHttpServletResponse response = new MockHttpServletResponse();

        ProblemJson.send(Problem.forbidden("no"), new MockHttpServletRequest("GET", "/x"), response);

        assertThat(response.getStatus()).isEqualTo(403);
        assertThat(ProblemAdviceTest.<String>read(response, "$.detail")).isEqualTo("no");
    }
}
