package dev.redrive.server.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {
    private final MockMvc server =
            MockMvcBuilders.standaloneSetup(new OpenApi()).build();

    @Test
    void the_description_is_json() throws Exception {
        String json = server.perform(get("/openapi.json"))
                .andExpect(status().isOk())
                .andExpect(content().contentType("application/json"))
                .andExpect(header().string("Cache-Control", "no-cache"))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(new JsonMapper().readTree(json).path("openapi").asString()).isEqualTo("3.1.0");
    }

    @Test
    void a_cached_description_is_not_sent_again() throws Exception {
        MockHttpServletResponse first =
                server.perform(get("/openapi.json")).andReturn().getResponse();

        server.perform(get("/openapi.json").header("If-None-Match", String.valueOf(first.getHeader("ETag"))))
                .andExpect(status().isNotModified())
                .andExpect(content().string(""));
    }

    @Test
    void the_page_has_no_script_of_its_own() throws Exception {
        MockHttpServletResponse page = server.perform(get("/docs")).andReturn().getResponse();

        assertThat(page.getContentType()).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.getHeader("Content-Security-Policy")).contains("script-src 'self';");
        assertThat(page.getContentAsString())
                .doesNotContainPattern("<script(?![^>]* src=)")
                .doesNotContainPattern("(?i) (style|on\\w+)=");
    }

    @Test
    void everything_that_the_page_loads_is_there() throws Exception {
        String page = server.perform(get("/docs")).andReturn().getResponse().getContentAsString();

        Matcher links = Pattern.compile("(?:src|href)=\"(/(?:webjars|assets/docs)[^\"]+)\"")
                .matcher(page);
        assertThat(links.results().map(link -> link.group(1)))
                .hasSize(4)
                .allSatisfy(path -> assertThat(OpenApi.class.getResource(file(path)))
                        .as(path)
                        .isNotNull());
    }

    private static String file(String path) {
        return path.startsWith("/webjars") ? "/META-INF/resources" + path : "/static" + path;
    }

    @Test
    void a_signed_in_browser_can_try_things_out() throws Exception {
        String page = server.perform(get("/docs")
                        .requestAttr(
                                CsrfToken.class.getName(), new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", "a\"<token")))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page).contains("data-csrf-header=\"X-CSRF-TOKEN\" data-csrf-token=\"a&quot;&lt;token\"");
    }
}
