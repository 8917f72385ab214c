package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.redrive.endtoend.process.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Pages for readers with a screen reader or little contrast, as axe-core checks them. */
class AccessibilityTest extends SharedServerFixture {
    private static final List<String> PAGES = List.of(
            "/",
            "/letters",
            "/letters?status=MANUAL&q=rule",
            "/channels",
            "/alerts",
            "/audit",
            "/replays",
            "/settings",
            "/docs#captureLetters");

    @Test
    void axe_finds_nothing_on_any_page_in_both_themes() throws IOException {
        List<String> pages = new ArrayList<>(PAGES);
        pages.add("/letters/" + server.api().capture(LETTER));
        server.api().capture(LETTER);
        pages.add("/?tab=all&range=7d");
        pages.add("/causes/"
                + server.api().get("/dlq/causes").json().at("/items/0/id").asString());
        server.api().capture(LETTER.replace("orders", "payments"));
        pages.add("/channels/one?name=orders");
        server.api().post("/dlq/channels/payments/hold").expect(201);
        pages.add("/channels/one?name=payments");
        pages.add("/replays/" + plan(server));
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK))
            for (int width : List.of(390, 1440))
                assertThat(found(server, pages, colours, width)).isEmpty();
    }

    @Test
    void axe_finds_nothing_on_a_cause_with_an_owner_and_in_its_dialog() throws IOException {
        server.api().capture(LETTER);
        String cause = server.api().get("/dlq/causes").json().at("/items/0/id").asString();
        String api = "/dlq/causes/" + cause;
        server.api().post(api + "/assign", "{\"assignee\": \"ann\"}").expect(200);
        server.api()
                .post(api + "/link", "{\"url\": \"https://tickets.example.com/42\"}")
                .expect(200);
        server.api().post(api + "/notes", "{\"text\": \"the bank knows\"}").expect(200);
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK))
            for (int width : List.of(390, 1440))
                try (Page page = page(new Browser.NewPageOptions()
                        .setBypassCSP(true)
                        .setColorScheme(colours)
                        .setViewportSize(width, 900))) {
                    open(page, server, "/causes/" + cause);
                    page.locator("#care-more summary").click();
                    assertThat(violations(page)).isEmpty();
                    page.locator("#do-ignore").click();
                    assertThat(violations(page)).isEmpty();
                }
        server.api().post(api + "/ignore", "{\"moreThan\": 500}").expect(200);
        assertThat(found(server, List.of("/?tab=all", "/causes/" + cause), ColorScheme.LIGHT, 1440))
                .isEmpty();
    }

    private static String plan(ServerProcess server) {
        return server.api()
                .post("/dlq/replays", "{\"filterCriteria\": {\"channel\": \"*\"}, \"steps\": [1, 10]}")
                .expect(201)
                .text("id");
    }

    @Test
    void axe_finds_nothing_in_the_menu_and_the_help() throws IOException {
        try (Page page = page(new Browser.NewPageOptions().setBypassCSP(true))) {
            open(page, server, "/letters");
            page.keyboard().press("Control+k");
            assertThat(violations(page)).isEmpty();
            page.keyboard().press("Escape");
            page.keyboard().press("?");
            assertThat(violations(page)).isEmpty();
        }
    }

    private List<String> found(ServerProcess server, List<String> pages, ColorScheme colours, int width)
            throws IOException {
        List<String> found = new ArrayList<>();
        try (Page page = page(new Browser.NewPageOptions()
                .setBypassCSP(true)
                .setColorScheme(colours)
                .setViewportSize(width, 900))) {
            for (String path : pages) {
                open(page, server, path);
                violations(page).forEach(violation -> found.add(colours + " " + width + " " + path + " " + violation));
            }
        }
        return found;
    }

    static List<String> violations(Page page) throws IOException {
        page.evaluate(script());
        Object found = page.evaluate("""
                async () => (await axe.run()).violations.map(rule =>
                  `${rule.id} at ${rule.nodes.map(node => node.target.join(" ")).join(", ")}`).join("\\n")""");
        return found.toString().lines().toList();
    }

    private static String script() throws IOException {
        try (InputStream in = Objects.requireNonNull(AccessibilityTest.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
