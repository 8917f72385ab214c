package dev.redrive.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.redirectedUrl;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.redrive.Redrive;
import dev.redrive.contract.SettableClock;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.web.Problem;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class DemoPageTest {
    private static final String CALLER = Caller.class.getName();
    private static final Caller OPERATOR = new Caller("olga", Role.OPERATOR, "127.0.0.1", List.of());
    private static final Caller VIEWER = new Caller("victor", Role.VIEWER, "127.0.0.1", List.of());

    private final SettableClock clock = SettableClock.standing();
    private final Redrive redrive =
            Redrive.on(new InMemoryDeadLetterStore(clock)).open();
    private final Shop shop = new Shop(redrive, clock);
    private final List<String> audited = new ArrayList<>();
    private final dev.redrive.server.audit.Audit audit =
            (caller, action, subject, count) -> audited.add(caller.name() + " " + action + " " + subject);
    private final MockMvc mvc = MockMvcBuilders.standaloneSetup(
                    new DemoPage(
                            shop,
                            redrive.letters(),
                            new PageFrames(SampleSettings.at("memory:"), clock, caller -> RailCounts.NONE, true),
                            audit),
                    new ShopApi(shop, redrive.letters(), audit))
            .setViewResolvers(new JteViewResolver())
            .build();

    @AfterEach
    void close() {
        redrive.close();
    }

    private String page(Caller caller) throws Exception {
        return mvc.perform(get("/demo").requestAttr(CALLER, caller))
                .andExpect(status().isOk())
                .andReturn()
                .getResponse()
                .getContentAsString();
    }

    @Test
    void the_page_breaks_and_repairs_a_part() throws Exception {
        assertThat(page(OPERATOR)).contains("/demo/payments/break").doesNotContain("/demo/payments/repair\"");

        mvc.perform(post("/demo/payments/break").requestAttr(CALLER, OPERATOR)).andExpect(redirectedUrl("/demo"));
        assertThat(page(OPERATOR)).contains("action=\"/demo/payments/repair\"", "refuses connections");

        mvc.perform(post("/demo/payments/repair").requestAttr(CALLER, OPERATOR)).andExpect(redirectedUrl("/demo"));
        assertThat(shop.isBroken(Part.PAYMENTS)).isFalse();
        assertThat(audited).containsExactly("olga demo break payments", "olga demo repair payments");
    }

    @Test
    void a_viewer_has_no_buttons() throws Exception {
        assertThat(page(VIEWER)).contains("Payment service").doesNotContain("<form");
        Assertions.assertThatThrownBy(
                        () -> mvc.perform(post("/demo/payments/break").requestAttr(CALLER, VIEWER)))
                .hasCauseInstanceOf(Problem.class);
    }

    @Test
    void scripts_break_and_repair_parts_too() throws Exception {
        mvc.perform(post("/demo/shop/invoices/break").requestAttr(CALLER, OPERATOR))
                .andExpect(jsonPath("$.parts[1].name").value("invoices"))
                .andExpect(jsonPath("$.parts[1].broken").value(true))
                .andExpect(jsonPath("$.parts[1].brokenSince").value("2026-03-02T10:00:00Z"));
        for (int i = 0; i < 3; i++) shop.sell();

        mvc.perform(get("/demo/shop").requestAttr(CALLER, VIEWER))
                .andExpect(jsonPath("$.sales").value(3))
                .andExpect(jsonPath("$.parts[1].failed").value(1));
        mvc.perform(post("/demo/shop/invoices/repair").requestAttr(CALLER, OPERATOR))
                .andExpect(jsonPath("$.parts[1].broken").value(false));
    }

    @Test
    void a_part_that_the_shop_does_not_have_is_not_found() {
        Assertions.assertThatThrownBy(() -> Part.of("roof"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("payments, invoices, partner, warehouse");
    }
}
