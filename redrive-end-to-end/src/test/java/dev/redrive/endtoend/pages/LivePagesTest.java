package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.replay.ReplayedLetters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that stay up to date while somebody works on them. */
class LivePagesTest extends SharedServerFixture {
    @Test
    void nothing_moves_under_focus_or_selection_while_letters_arrive() {
        try (Page page = page()) {
            String first = server.api().capture(letter);
            open(page, server, "/letters?channel=" + channel);
            Locator link = page.locator("tr[data-key='" + first + "'] td.grow a");
            link.focus();
            page.evaluate("""
                    () => { const words = document.querySelector("#letters td.grow .quiet bdi").firstChild;
                      getSelection().setBaseAndExtent(words, 3, words, 8);
                      document.activeElement.isSame = true; }""");
            String selected = (String) page.evaluate("getSelection().toString()");

            for (int i = 0; i < 3; i++) server.api().capture(letter);

            assertThat(page.locator("#letters-new button")).hasText("3 new letters");
            assertThat(page.locator("#count")).containsText("4 letters");
            assertThat(page.locator("#letters tbody tr")).hasCount(1);
            assertThat(link).isFocused();
            assertThat((boolean) link.evaluate("node => node.isSame")).isTrue();
            assertThat(page.evaluate("getSelection().toString()"))
                    .isEqualTo(selected)
                    .isEqualTo("error");

            page.locator("#letters-new button").click();
            assertThat(page.locator("#letters tbody tr")).hasCount(4);
            assertThat((boolean) link.evaluate("node => node.isSame")).isTrue();
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_row_that_changed_is_patched_and_one_that_no_longer_belongs_here_is_marked() {
        try (Page page = page()) {
            String changed = server.api().capture(letter);
            open(page, server, "/letters?status=MANUAL&channel=" + channel);
            Locator row = page.locator("tr[data-key='" + changed + "']");
            page.locator("#search").focus();

            assertThat(server.api().post("/dlq/" + changed + "/archive").status())
                    .isEqualTo(200);

            assertThat(row).hasClass(Pattern.compile("is-gone"));
            assertThat(page.locator("#count")).containsText("0 letters");
            page.navigate("http://localhost:" + server.port() + "/letters?channel=" + channel);
            assertThat(row.locator(".pill")).hasText("archived");
            assertThat(server.api().post("/dlq/" + changed + "/restore").status())
                    .isEqualTo(200);
            assertThat(row.locator(".pill")).hasText("manual");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_page_that_is_opened_again_is_not_replaced_by_what_it_was_before() {
        try (Page page = page()) {
            String id = server.api().capture(letter);
            String cause = server.api().letter(id).path("causeId").asString();
            assertThat(liveAnswer(page, server, "/causes/" + cause)).contains("do-acknowledge");
            page.navigate("about:blank");
            server.api().post("/dlq/causes/" + cause + "/acknowledge").expect(200);

            assertThat(liveAnswer(page, server, "/causes/" + cause)).doesNotContain("do-acknowledge");
            assertThat(page.locator("#head .state")).containsText("acknowledged");
            assertThat(complaints).isEmpty();
        }
    }

    private static String liveAnswer(Page page, ServerProcess server, String path) {
        return page.waitForResponse(
                        answer -> answer.request().headers().containsKey("redrive-live"),
                        () -> open(page, server, path))
                .text();
    }

    @Test
    void older_letters_that_move_up_into_a_full_list_are_not_called_new() {
        try (Page page = page()) {
            new ReplayedLetters(server.api()).capture(channel, 103);
            open(page, server, "/letters?status=MANUAL&channel=" + channel);
            Locator first = page.locator("#letters tbody tr").first();
            String newest = first.getAttribute("data-key");

            server.api().post("/dlq/" + newest + "/archive").expect(200);

            assertThat(page.locator("tr[data-key='" + newest + "']")).hasClass(Pattern.compile("is-gone"));
            assertThat(page.locator("#count")).containsText("102 letters");
            assertThat(page.locator("#letters-new")).isEmpty();
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_server_that_does_not_answer_is_a_red_bar_with_the_age_of_what_is_shown(@TempDir Path folder) {
        try (ServerProcess own = Launch.in(folder).serve();
                Page page = page()) {
            own.api().capture(LETTER);
            open(page, own, "/letters");
            assertThat(page.locator("#lost")).isHidden();

            own.kill();

            assertThat(page.locator("#lost")).containsText("The server does not answer. This page shows what it was");
            assertThat(page.locator("#live")).hasText("No answer");
            assertThat(page.locator("#letters tbody tr")).hasCount(1);
        }
    }

    /** The clock of the page stands still, so that no patience of the page comes to its end. */
    @Test
    void a_dead_server_is_said_at_once_and_what_is_shown_is_not_left_for_an_error_of_the_browser(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            open(page, server, "/letters");
            page.clock().setFixedTime(System.currentTimeMillis());

            server.kill();

            assertThat(page.locator("#lost")).containsText("The server does not answer.");
            page.keyboard().press("j");
            page.keyboard().press("Enter");
            assertThat(page.locator("#lost")).isFocused();
            assertThat(page).hasURL("http://localhost:" + server.port() + "/letters");
            page.locator("#bulk-archive").click();
            assertThat(page.locator("#toasts")).containsText("Not done: the server does not answer.");
        }
    }

    @Test
    void an_open_tab_fetches_only_what_changed() {
        try (Page page = page()) {
            for (int i = 0; i < 60; i++) server.api().capture(letter);
            List<Integer> sizes = new ArrayList<>();
            page.onResponse(answer -> {
                if (answer.request().headers().containsKey("redrive-live")) sizes.add(answer.body().length);
            });
            open(page, server, "/letters?channel=" + channel);
            page.waitForCondition(() -> !sizes.isEmpty());

            server.api().capture(letter);
            assertThat(page.locator("#letters-new button")).hasText("1 new letter");

            assertThat(sizes.get(0)).as("the first answer has every row").isGreaterThan(30_000);
            assertThat(sizes.get(sizes.size() - 1))
                    .as("a later one has the new row")
                    .isLessThan(20_000);
            assertThat(complaints).isEmpty();
        }
    }
}
