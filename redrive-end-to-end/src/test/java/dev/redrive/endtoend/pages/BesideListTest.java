package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The chosen letter beside the list of letters. */
class BesideListTest extends SharedServerFixture {
    private Page wide() {
        return page(new Browser.NewPageOptions().setViewportSize(1440, 900));
    }

    private List<String> letters(int count) {
        List<String> letters = new ArrayList<>();
        for (int i = 0; i < count; i++)
            letters.add(server.api().capture(letter.replace("an error without a rule", "error number " + i)));
        return letters;
    }

    @Test
    void keys_load_the_letter_beside_the_list_open_it_whole_and_close_it() {
        try (Page page = wide()) {
            List<String> letters = letters(3);
            open(page, server, "/letters?channel=" + channel);

            follow(page, () -> page.keyboard().press("v"));
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(2));
            page.keyboard().press("j");
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(1));
            assertThat(page).hasURL(Pattern.compile(".*channel=" + channel + "&beside=" + letters.get(1)));
            assertThat(page.locator("#beside-letter")).containsText("error number 1");
            page.keyboard().press("k");
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(2));

            follow(page, page::reload);
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(2));
            follow(page, () -> page.keyboard().press("Enter"));
            assertThat(page).hasURL(Pattern.compile(".*/letters/" + letters.get(2)));
            follow(page, page::goBack);
            assertThat(page.locator("tr[data-current]")).hasAttribute("data-key", letters.get(2));
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(2));
            page.keyboard().press("Escape");
            assertThat(page).hasURL(Pattern.compile(".*/letters\\?channel=" + channel));
            assertThat(page.locator("#beside")).hasCount(0);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void what_is_done_to_the_letter_is_shown_beside_the_list_and_can_be_undone() {
        try (Page page = wide()) {
            String chosen = letters(1).get(0);
            open(page, server, "/letters?channel=" + channel + "&beside=" + chosen);

            page.locator("#beside #do-archive").click();
            assertThat(page.locator("#toasts")).containsText("Archived");
            assertThat(page.locator("#beside h1")).containsText("archived");
            server.api().awaitStatus(chosen, "ARCHIVED");
            page.locator("#toasts button").click();
            server.api().awaitStatus(chosen, "MANUAL");
            assertThat(page.locator("#beside h1")).containsText("manual");
            assertThat(page).hasURL(Pattern.compile(".*channel=" + channel + "&beside=" + chosen));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void what_changes_elsewhere_is_shown_beside_the_list() {
        try (Page page = wide()) {
            List<String> letters = letters(2);
            open(page, server, "/letters?channel=" + channel + "&beside=" + letters.get(1));
            page.keyboard().press("j");
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(0));

            server.api().post("/dlq/" + letters.get(0) + "/archive").expect(200);

            assertThat(page.locator("#beside h1")).containsText("archived");
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(0));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void an_edit_that_is_not_saved_keeps_its_letter_beside_the_list() {
        try (Page page = wide()) {
            List<String> letters = letters(2);
            open(page, server, "/letters?channel=" + channel + "&beside=" + letters.get(1));
            page.locator("#do-edit").click();
            page.locator("#editor-text").fill("{\"id\": 7}");
            page.locator("#letters tbody tr").nth(1).locator("td.grow a").click();

            assertThat(page.locator("#toasts")).containsText("There is an edit that is not saved");
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(1));
            page.locator("#editor-review").click();
            page.locator("#editor-save").click();
            assertThat(page.locator("#editor-outcome")).containsText("Saved as version 1");
            assertThat(server.api()
                            .letter(letters.get(1))
                            .at("/originalEvent/payload/id")
                            .asInt())
                    .isEqualTo(7);
            page.locator("#letters tbody tr").nth(1).locator("td.grow a").click();
            assertThat(page.locator("#letter")).hasAttribute("data-id", letters.get(0));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void axe_finds_nothing_with_a_letter_beside_the_list_and_views_open() throws IOException {
        List<String> letters = letters(2);
        server.api()
                .call("PUT", "/dlq/views/mine")
                .json("{\"query\":\"channel=" + channel + "\"}")
                .send()
                .expect(201);
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK))
            for (int width : List.of(390, 1440))
                try (Page page = page(new Browser.NewPageOptions()
                        .setBypassCSP(true)
                        .setColorScheme(colours)
                        .setViewportSize(width, 900))) {
                    open(page, server, "/letters?view=mine&order=oldest&beside=" + letters.get(0));
                    page.locator("#views summary").click();
                    assertThat(AccessibilityTest.violations(page)).isEmpty();
                    page.locator("#ask-save-view").click();
                    assertThat(AccessibilityTest.violations(page)).isEmpty();
                }
    }
}
