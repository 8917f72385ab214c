package dev.redrive.server.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
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
}
