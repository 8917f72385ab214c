package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with many letters on their page, and how it is taken back. */
class BulkActionTest extends BrowserFixture {
    private static final String LIST = "/letters?status=MANUAL&channel=orders";

    /** Moves a dialog so that its button stands over the link of a row. */
    private static final String OVER_A_LINK = """
            (dialog) => {
              const button = document.getElementById("confirm-yes").getBoundingClientRect();
              const link = document.querySelectorAll("td.grow a")[5].getBoundingClientRect();
              const right = link.left - button.left;
              const down = (link.top + link.bottom - button.top - button.bottom) / 2;
              dialog.style.translate = `${right}px ${down}px`;
            }""";

    private static void capture(ServerProcess server, int letters) {
        byte[] lines = (LETTER.replace("\n", " ") + "\n").repeat(letters).getBytes(StandardCharsets.UTF_8);
        server.api()
                .call("POST", "/dlq")
                .body("application/x-ndjson", lines)
                .send()
                .expect(201);
    }

    private static void chooseAll(Page page) {
        page.locator("#select-page").check();
        page.locator("#select-all").click();
        page.locator("#bulk-archive").click();
    }

    private static Route arrived(Page page, AtomicReference<Route> held) {
        page.waitForCondition(() -> held.get() != null);
        return Objects.requireNonNull(held.get());
    }

    private static int manual(ServerProcess server) {
        return server.api()
                .get("/dlq?status=MANUAL")
                .expect(200)
                .json()
                .path("total")
                .asInt();
    }

    @Test
    void the_second_click_of_a_double_click_on_a_dialog_does_not_fall_on_the_row_beneath(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            capture(server, 60);
            open(page, server, LIST);
            chooseAll(page);
            page.locator("#confirm").evaluate(OVER_A_LINK);

            page.locator("#confirm-yes").dblclick();

            assertThat(page.locator("#toasts")).containsText("Archived 60 letters.");
            assertThat(page).hasURL(Pattern.compile(".*/letters\\?status=MANUAL&channel=orders"));
            page.locator("#toasts button").click();
            assertThat(page.locator("#toasts")).containsText("Restored 60 letters.");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void the_undo_of_a_bulk_action_outlives_the_page(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            capture(server, 3);
            open(page, server, LIST);
            AtomicReference<Route> held = new AtomicReference<>();
            page.route("**/dlq/bulk/archive", held::set);
            page.locator("#select-page").check();
            page.locator("#bulk-archive").click();
            assertThat(page.locator("#toasts")).hasText("Archiving 3 letters …");
            arrived(page, held).resume();
            assertThat(page.locator("#toasts")).containsText("Archived 3 letters.");

            open(page, server, "/channels");
            assertThat(page.locator("#toasts")).containsText("Archived 3 letters.");
            page.keyboard().press("u");

            assertThat(page.locator("#toasts")).containsText("Restored 3 letters.");
            assertThat(manual(server)).isEqualTo(3);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void what_is_being_taken_back_goes_on_on_the_next_page(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            capture(server, 3);
            open(page, server, LIST);
            page.locator("#select-page").check();
            page.locator("#bulk-archive").click();
            assertThat(page.locator("#toasts")).containsText("Archived 3 letters.");
            AtomicReference<Route> held = new AtomicReference<>();
            page.route("**/dlq/bulk/restore", held::set);
            page.locator("#toasts button").click();
            assertThat(page.locator("#toasts")).hasText("Restoring 3 letters …");

            page.unroute("**/dlq/bulk/restore");
            page.navigate("http://localhost:" + server.port() + "/channels");

            Await.until(() -> manual(server) == 3);
        }
    }

    @Test
    void after_an_own_action_on_all_that_match_the_list_is_what_it_is(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            capture(server, 210);
            open(page, server, LIST);
            chooseAll(page);
            assertThat(page.locator("#confirm-text")).containsText("Archive 210 letters that match?");

            page.locator("#confirm-yes").click();

            assertThat(page.locator("#letters .nothing")).containsText("No letter matches.");
            assertThat(page.locator("#letters tbody tr")).hasCount(0);
            assertThat(page.locator("#selected")).hasText("");
            page.locator("#toasts button").click();
            assertThat(page.locator("#letters tbody tr")).hasCount(100);
            assertThat(page.locator("#count")).hasText("210 letters match");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void rows_that_others_closed_are_marked_though_there_were_too_many_to_be_named(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            capture(server, 310);
            open(page, server, LIST);
            assertThat(page.locator("#letters tbody tr")).hasCount(100);

            server.api()
                    .post("/dlq/bulk/archive", "{\"filterCriteria\":{\"channel\":\"orders\"}}")
                    .expect(200);

            assertThat(page.locator("#letters tr.is-gone")).hasCount(100);
            assertThat(page.locator("#count")).hasText("0 letters match");
            assertThat(complaints).isEmpty();
        }
    }

    /** The store answers at once, so the first answer is made to look like one that ran out of time. */
    @Test
    void a_search_for_text_that_came_to_its_end_has_its_true_count(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            capture(server, 3);
            AtomicReference<Route> further = new AtomicReference<>();
            page.route(address -> address.endsWith("/letters?q=rule&order=oldest"), further::set);
            page.route(
                    address -> address.endsWith("/letters?q=rule"),
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setResponse(route.fetch())
                            .setBody(route.fetch()
                                    .text()
                                    .replace("class=\"count\">3 letters", "class=\"count\">0 letters")
                                    .replace("Select all 3 letters", "Select all that match")
                                    .replaceFirst("(?s)<p class=\"reach\".*?</p>", """
                                    <p class="reach" id="reach" data-looked="54000"><span id="reach-text" role="status"></span>
                                    <a class="button" id="reach-on" href="/letters?q=rule&order=oldest">Look further</a></p>"""))));
            open(page, server, "/letters?q=rule");
            assertThat(page.locator("#count")).hasText("3 letters found so far; the search goes on");

            arrived(page, further).resume();
            assertThat(page.locator("#count")).hasText("3 letters match");
            page.locator("#letters .pick input").first().check();
            assertThat(page.locator("#select-all")).hasText("Select all 3 letters");
            page.locator("#select-all").click();
            assertThat(page.locator("#selected")).hasText("All 3 letters selected");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void what_can_be_done_stands_in_one_line_on_a_phone_and_sort_beside_two_conditions(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            capture(server, 3);
            open(page, server, LIST);
            page.locator(".letters .pick input").first().check();

            assertThat(lines(page, "#bulk [data-bulk]")).isOne();
            page.setViewportSize(1440, 900);
            assertThat(lines(page, "#filter .chip, #filter .rest")).isOne();
            assertThat(lines(page, "#bulk [data-bulk]")).isOne();
        }
    }

    /** In how many lines these stand. */
    private static int lines(Page page, String parts) {
        return (int)
                page.locator(parts)
                        .evaluateAll(
                                "parts => new Set(parts.map((part) => {"
                                        + " const box = part.getBoundingClientRect(); return Math.round((box.top + box.bottom) / 2); })).size");
    }
}
