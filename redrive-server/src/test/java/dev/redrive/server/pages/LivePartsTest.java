package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LivePartsTest {
    private static final String PAGE = """
            <main><h1>Letters</h1><p id="count" data-live="letters"><strong>%s</strong></p>
            <section id="rows" data-live title="a > b"><table><tbody>
            <tr data-key="1"><td>one</td><td><time datetime="T1">%s</time></td></tr>
            <tr data-key="2"><td>%s</td></tr>
            </tbody></table></section></main>""";

    @Test
    void a_tab_that_shows_nothing_yet_gets_all_parts_and_nothing_else() {
        String all = LiveParts.of(PAGE.formatted("2", "1 s ago", "two")).since(Map.of());

        assertThat(all)
                .contains(
                        "<template data-part=\"count\">",
                        "<template data-part=\"rows\">",
                        "<td>one</td>",
                        "<td>two</td>")
                .doesNotContain("<h1>", "data-same");
    }

    @Test
    void only_parts_and_rows_that_changed_are_sent() {
        LiveParts before = LiveParts.of(PAGE.formatted("2", "1 s ago", "two"));
        LiveParts after = LiveParts.of(PAGE.formatted("2", "1 s ago", "second"));

        assertThat(after.since(before.hashes()))
                .contains("<tr data-key=\"1\" data-same></tr>", "<td>second</td>")
                .doesNotContain("<td>one</td>", "data-part=\"count\"");
        assertThat(after.version()).isNotEqualTo(before.version());
    }

    @Test
    void a_row_that_is_gone_changes_its_part() {
        LiveParts before = LiveParts.of(PAGE.formatted("2", "1 s ago", "two"));
        String fewer = PAGE.formatted("2", "1 s ago", "two").replaceAll("(?s)<tr data-key=\"2\">.*?</tr>", "");

        assertThat(LiveParts.of(fewer).since(before.hashes()))
                .contains("data-part=\"rows\"", "data-key=\"1\" data-same")
                .doesNotContain("data-key=\"2\"");
    }

    @Test
    void that_time_passes_is_no_change() {
        LiveParts before = LiveParts.of(PAGE.formatted("2", "1 s ago", "two"));
        LiveParts after = LiveParts.of(PAGE.formatted("2", "5 min ago", "two"));

        assertThat(after.version()).isEqualTo(before.version());
        assertThat(after.since(before.hashes())).isEmpty();
    }

    @Test
    void elements_of_the_same_name_inside_belong_to_the_part() {
        String nested =
                "<div id=\"a\" data-live><div data-key=\"k\"><div>in</div></div><div>last</div></div><div>out</div>";

        assertThat(LiveParts.of(nested).since(Map.of())).contains("in", "last").doesNotContain("out");
    }
}
