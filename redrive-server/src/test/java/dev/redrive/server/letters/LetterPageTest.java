package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.alert.AlertMessage;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.web.ByteBudget;
import dev.redrive.server.web.TestMemory;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.questions.CauseQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;

/** The page of a letter. */
class LetterPageTest extends PagesFixture {
    @Test
    void hostile_values_are_shown_and_never_run() throws Exception {
        Message message = Message.of("{\"a\":\"" + "<script>alert('x')</script>" + "\"}")
                .with(Headers.of(Map.of(HOSTILE, HOSTILE)))
                .withKey(HOSTILE)
                .withSubscriber(HOSTILE);
        LetterId id = captured(aLetter()
                .from(HOSTILE)
                .message(message)
                .event(HOSTILE, HOSTILE)
                .tagged(HOSTILE)
                .failedWith(LetterBuilder.failure(HOSTILE, HOSTILE, Category.UNKNOWN))
                .status(LetterStatus.MANUAL));
        letters.move(id, ManualMove.archive(HOSTILE, HOSTILE));
        letters.move(id, ManualMove.restore(HOSTILE));
        letters.edit(id, 0, Edit.payload(Payload.of(HOSTILE), HOSTILE).noted(HOSTILE));
        String cause = letters.find(id).orElseThrow().cause().toString();

        for (String address : List.of("/", "/?q=" + "script", "/letters/" + id, "/causes/" + cause)) {
            assertThat(page(OPERATOR, address))
                    .as(address)
                    .contains("&lt;script&gt;alert(")
                    .doesNotContain("<script>alert", "<img src=x");
        }
    }

    @Test
    void frames_of_the_application_come_before_the_whole_trace() throws Exception {
        String page = page(OPERATOR, "/letters/" + captured(aLetter()));

        assertThat(page.indexOf("aria-label=\"Frames of the application\""))
                .isPositive()
                .isLessThan(page.indexOf("Whole stack trace"));
    }

    @Test
    void every_digit_and_every_emoji_is_shown_as_it_came() throws Exception {
        LetterId id = captured(aLetter().saying("{\"id\":9007199254740993,\"price\":0.1000,\"tea\":\"🍵 Zoë\"}"));

        assertThat(page(OPERATOR, "/letters/" + id)).contains("9007199254740993", "0.1000", "🍵 Zoë");
    }

    @Test
    void what_is_masked_is_hidden_from_viewers() throws Exception {
        LetterId id = captured(
                aLetter().saying("{\"card\":\"4111222233334444\",\"order\":{\"card\":{\"no\":4242000042420000}}}"));
        letters.edit(id, 0, Edit.payload(Payload.of("{\"card\":\"5500000055000000\"}"), "olga"));

        assertThat(page(VIEWER, "/letters/" + id))
                .contains("***")
                .doesNotContain("4111222233334444", "4242000042420000", "5500000055000000");
        assertThat(page(OPERATOR, "/letters/" + id))
                .contains("4111222233334444", "4242000042420000", "5500000055000000");
    }

    @Test
    void a_title_does_not_name_what_is_masked() throws Exception {
        LetterId id =
                captured(aLetter().saying("{\"card\":\"4111222233334444\"}").event("4111222233334444", "paid"));

        assertThat(page(VIEWER, "/letters/" + id)).contains("Letter ***").doesNotContain("4111222233334444");
    }

    @Test
    void notes_that_quote_what_is_masked_are_hidden_from_viewers() throws Exception {
        LetterId closed = captured(aLetter().saying("{\"card\":\"Ann Smith\"}"));
        letters.move(closed, ManualMove.discard("olga", "a card of Ann Smith"));
        LetterId edited = captured(aLetter().saying("{\"card\":\"Ann Smith\"}"));
        letters.edit(edited, 0, Edit.payload(Payload.of("{}"), "olga").noted("no card of Ann Smith"));
        letters.move(edited, ManualMove.discard("olga", "Ann Smith has none"));

        for (LetterId id : List.of(closed, edited)) {
            assertThat(page(VIEWER, "/letters/" + id)).contains("***").doesNotContain("Ann Smith");
            assertThat(page(OPERATOR, "/letters/" + id)).contains("of Ann Smith");
        }
    }

    @Test
    void lists_and_causes_show_no_error_text_to_callers_with_masked_payloads() throws Exception {
        captured(aLetter()
                .saying("{\"card\":\"Ann Smith\"}")
                .failedWith(LetterBuilder.failure("com.acme.BadCard", "no account of Ann Smith", Category.UNKNOWN)));
        String cause = letters.causes(CauseQuery.top(1)).get(0).id().toString();
        alert("rule/DLQFailed", clock.instant());
        store.alerts()
                .save(new AlertMessage(
                        "1",
                        "DLQFailed",
                        null,
                        "error",
                        AlertMessage.Kind.STARTED,
                        "a new cause: BadCard: no account of Ann Smith",
                        clock.instant(),
                        List.of()));

        for (String address : List.of("/", "/causes/" + cause)) {
            assertThat(page(VIEWER, address)).contains("BadCard", "***").doesNotContain("Ann Smith");
            assertThat(page(OPERATOR, address)).contains("no account of Ann Smith");
        }
    }

    @Test
    void what_is_masked_is_not_found_by_viewers() throws Exception {
        LetterId id = captured(aLetter().saying("{\"card\":\"4111222233334444\"}"));

        MockHttpServletResponse refused = answer(VIEWER, get("/letters?q=4111"));

        assertThat(refused.getStatus()).isEqualTo(403);
        assertThat(refused.getContentAsString()).contains("hidden from you").doesNotContain("/letters/" + id);
        assertThat(page(VIEWER, "/letters")).contains("/letters/" + id).doesNotContain("name=\"q\"");
        assertThat(page(OPERATOR, "/letters?q=4111")).contains("/letters/" + id, "name=\"q\"");
    }

    @Test
    void where_nothing_is_masked_every_role_may_search() throws Exception {
        mvc = pages(SampleSettings.at("memory:"));
        LetterId id = captured(aLetter().saying("{\"card\":\"4111222233334444\"}"));

        assertThat(page(VIEWER, "/letters?q=4111")).contains("/letters/" + id, "name=\"q\"");
    }

    @Test
    void buttons_are_those_that_the_status_and_the_role_allow_and_the_others_say_why_not() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {});

        assertThat(page(VIEWER, "/letters/" + id))
                .doesNotContain("<form method=\"post\"")
                .contains("needs the role operator");
        assertThat(page(OPERATOR, "/letters/" + id))
                .contains("/retry\"", "id=\"do-edit\"", "/reset\"", "/archive\"", "/discard\"")
                .doesNotContain("/restore\"", "/confirm\"", "/delete\"")
                .contains("It is not archived.", "This needs the role admin.");
        assertThat(page(ADMIN, "/letters/" + id))
                .contains("/delete\"", "id=\"do-delete\" type=\"submit\" class=\"danger\"");
    }

    @Test
    void a_letter_without_a_target_says_so_and_how_to_give_it_one() throws Exception {
        LetterId stuck = captured(aLetter().from("payments").status(LetterStatus.FAILED));
        LetterId closed = captured(aLetter().from("payments").status(LetterStatus.FAILED));
        letters.move(closed, ManualMove.archive("olga", null));

        assertThat(page(OPERATOR, "/letters/" + stuck))
                .contains("no target is configured for the channel payments", "redrive.channels")
                .doesNotContain("/retry\"");
        assertThat(page(OPERATOR, "/letters/" + closed)).doesNotContain("id=\"no-target\"");
    }

    @Test
    void a_letter_without_a_target_is_not_said_to_be_due() throws Exception {
        LetterId stuck = captured(aLetter().from("payments"));

        assertThat(page(OPERATOR, "/letters/" + stuck))
                .contains("<dt>Next retry</dt><dd>no target</dd>")
                .doesNotContain("data-due");
    }

    @Test
    void whoever_retries_twice_is_told_what_the_first_retry_came_to() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {});
        pressed(OPERATOR, "/letters/" + id + "/retry");
        clock.forward(Duration.ofSeconds(4));

        MockHttpServletResponse second = answer(OPERATOR, post("/letters/" + id + "/retry"));

        assertThat(second.getStatus()).isEqualTo(409);
        assertThat(second.getContentAsString()).contains("Already retried 4 s ago, resolved.");
        assertThat(page(OPERATOR, "/letters/" + id)).contains("Already retried 4 s ago, resolved.");
    }

    @Test
    void text_that_turns_around_is_written_out() throws Exception {
        LetterId id = captured(aLetter()
                .saying("order \u202E1000")
                .event("order \u202E1000", "a\u200Bb")
                .failedWith(LetterBuilder.failure("com.acme.Bad", "order \u202E1000", Category.UNKNOWN)));

        assertThat(page(OPERATOR, "/letters/" + id))
                .contains("order ⟨U+202E⟩1000", "a⟨U+200B⟩b")
                .doesNotContain("\u202E", "\u200B");
    }

    @Test
    void a_long_message_is_folded_and_still_there() throws Exception {
        LetterId id = captured(aLetter()
                .failedWith(LetterBuilder.failure("com.acme.Bad", "long".repeat(750) + "end", Category.UNKNOWN)));

        assertThat(page(OPERATOR, "/letters/" + id)).contains("show all 3\u202f003 characters", "longend");
    }

    @Test
    void ten_thousand_headers_are_shown_some_at_a_time() throws Exception {
        Map<String, String> headers = new java.util.LinkedHashMap<>();
        for (int i = 0; i < 10_000; i++) headers.put("header-" + i + "-", "value");
        LetterId id = captured(aLetter().message(Message.of("{}").with(Headers.of(headers))));

        String first = page(OPERATOR, "/letters/" + id);
        String later = page(OPERATOR, "/letters/" + id + "?headers=9990");

        assertThat(first).contains("header-49-", "headers=50").doesNotContain("header-50-");
        assertThat(first.length()).isLessThan(200_000);
        assertThat(later).contains("header-9999-").doesNotContain("header-9989-");
    }

    @Test
    void an_attempt_says_what_is_another_error_than_before() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {
            throw new java.io.IOException("no route to 7");
        });
        pressed(OPERATOR, "/letters/" + id + "/retry");
        pressed(OPERATOR, "/letters/" + id + "/retry");

        assertThat(page(OPERATOR, "/letters/" + id)).contains("The same error as before", "<mark");
    }

    @Test
    void a_thousand_attempts_are_shown_some_at_a_time_newest_first() throws Exception {
        LetterId id = captured(aLetter());
        for (int i = 0; i <= 1_000; i++) {
            ClaimedLetters.claim(store, id, "w", Duration.ofMinutes(1));
            clock.forward(Duration.ofMinutes(2));
        }

        String first = page(OPERATOR, "/letters/" + id);
        String later = page(OPERATOR, "/letters/" + id + "?attempts=990");

        assertThat(first)
                .contains("data-key=\"attempt-1000\"", "data-key=\"attempt-951\"", "attempts=50#attempts")
                .doesNotContain("data-key=\"attempt-950\"");
        assertThat(first.length()).isLessThan(200_000);
        assertThat(later).contains("data-key=\"attempt-1\"").doesNotContain("data-key=\"attempt-11\"");
    }

    @Test
    void a_page_of_a_large_letter_has_a_part_of_it() throws Exception {
        String row = "{\"id\": 9007199254740993, \"price\": 0.1000, \"words\": \"ü 🍵\"}, ";
        LetterId json = captured(aLetter().saying("{\"rows\": [" + row.repeat(70_000) + "null], \"end\": true}"));
        LetterId string = captured(aLetter().saying("\"" + "🍵".repeat(1_250_000) + "\""));
        LetterId bytes = captured(aLetter().message(Message.of(Payload.of(new byte[5_000_000]))));

        for (LetterId id : List.of(json, string, bytes))
            assertThat(page(VIEWER, "/letters/" + id).length()).isLessThan(200_000);
        assertThat(page(VIEWER, "/letters/" + json)).contains("9007199254740993", "0.1000", "70\u202f001 elements");
        assertThat(answer(VIEWER, get("/letters/" + json + "/payload")).getContentAsByteArray())
                .isEqualTo(letters.find(json).orElseThrow().payload().bytes());
    }

    @Test
    void what_is_searched_for_inside_is_found() throws Exception {
        LetterId id = captured(aLetter().saying("{\"a\": \"needle\"}"));

        assertThat(page(OPERATOR, "/letters/" + id + "?find=NEEDLE"))
                .contains("1 place", "<mark><bdi>needle</bdi></mark>");
        assertThat(page(OPERATOR, "/letters/" + id + "?find=card")).contains("0 places");
    }

    @Test
    void the_bytes_are_a_file_and_nothing_else_for_a_browser() throws Exception {
        LetterId id = captured(aLetter().saying("<script>alert(1)</script>"));
        letters.edit(id, 0, Edit.payload(Payload.of("\uFEFF{\"n\": 0.1000}"), "olga"));

        MockHttpServletResponse newest = answer(OPERATOR, get("/letters/" + id + "/payload"));
        MockHttpServletResponse original = answer(OPERATOR, get("/letters/" + id + "/payload?version=0"));

        assertThat(newest.getContentAsByteArray())
                .isEqualTo(Payload.of("\uFEFF{\"n\": 0.1000}").bytes());
        assertThat(newest.getHeader("ETag")).isEqualTo("\"1\"");
        assertThat(original.getContentAsString()).isEqualTo("<script>alert(1)</script>");
        for (MockHttpServletResponse file : List.of(newest, original)) {
            assertThat(file.getContentType()).isEqualTo("application/octet-stream");
            assertThat(file.getHeader("Content-Disposition")).startsWith("attachment; ");
        }
        assertThat(answer(OPERATOR, get("/letters/" + id + "/payload?version=9"))
                        .getStatus())
                .isEqualTo(404);
    }

    @Test
    void a_file_has_stars_where_its_reader_sees_stars() throws Exception {
        LetterId id = captured(aLetter().saying("{\"card\":\"4111222233334444\"}"));
        letters.edit(id, 0, Edit.payload(Payload.of("{\"card\":\"5500000055000000\"}"), "olga"));

        for (String version : List.of("", "?version=0", "?version=1"))
            assertThat(answer(VIEWER, get("/letters/" + id + "/payload" + version))
                            .getContentAsString())
                    .contains("***")
                    .doesNotContain("4111222233334444", "5500000055000000");
    }

    @Test
    void parts_of_a_large_tree_are_fetched_and_only_of_the_version_that_is_shown() throws Exception {
        LetterId id = captured(aLetter().saying("[" + "\"x\",".repeat(2500) + "\"at the end\"]"));

        assertThat(page(VIEWER, "/letters/" + id))
                .contains("at=0&amp;from=100&amp;next=401")
                .doesNotContain("at the end");
        assertThat(answer(VIEWER, get("/letters/" + id + "/payload/tree?version=0&at=0&from=2450&next=9801"))
                        .getContentAsString())
                .contains("at the end");
        assertThat(answer(VIEWER, get("/letters/" + id + "/payload/tree?version=1&at=0"))
                        .getStatus())
                .isEqualTo(409);
        assertThat(answer(VIEWER, get("/letters/" + id + "/payload/tree?version=0&at=7"))
                        .getStatus())
                .isEqualTo(404);
    }

    @Test
    void versions_say_what_they_changed() throws Exception {
        LetterId id = captured(aLetter().saying("{\"amount\": 1.10, \"id\": 1}"));
        letters.edit(
                id,
                0,
                Edit.payload(Payload.of("{\"amount\": 1.100, \"id\": 1}"), "olga")
                        .noted("one more zero"));

        assertThat(page(OPERATOR, "/letters/" + id))
                .contains(
                        "/payload/amount",
                        "<del><bdi>1.10</bdi></del>",
                        "<ins><bdi>1.100</bdi></ins>",
                        "one more zero");
    }

    private static String numbers(int from) {
        return IntStream.range(from, from + 1_000).boxed().toList().toString();
    }

    @Test
    void of_a_hundred_versions_the_newest_are_shown_and_their_payloads_while_there_is_room() throws Exception {
        LetterId id = captured(aLetter().saying(numbers(0)));
        for (int i = 0; i < 100; i++) letters.edit(id, i, Edit.payload(Payload.of(numbers(1_000 * (i + 1))), "olga"));

        String page = page(OPERATOR, "/letters/" + id);

        assertThat(page)
                .contains("data-key=\"version-100\"", "data-key=\"version-81\"", "and more")
                .doesNotContain("data-key=\"version-80\"");
        assertThat(page.split("Its payload", -1)).hasSizeBetween(2, 4);
        assertThat(page.length()).isLessThan(400_000);
    }

    @Test
    void of_a_very_long_header_the_beginning_is_shown() throws Exception {
        Headers headers = Headers.of(Map.of("long", "h".repeat(1_000_000)));
        LetterId id = captured(aLetter().message(Message.of("{}").with(headers)));

        String page = page(OPERATOR, "/letters/" + id);

        assertThat(page).contains("hhh…", "Only the beginning is shown");
        assertThat(page.length()).isLessThan(200_000);
    }

    @Test
    void the_letters_before_and_after_it_in_its_sequence_are_named() throws Exception {
        LetterId first = captured(aLetter().inOrder("customer-1"));
        LetterId second = captured(aLetter().inOrder("customer-1"));
        captured(aLetter().inOrder("customer-2"));
        LetterId third = captured(aLetter().inOrder("customer-1"));

        assertThat(page(OPERATOR, "/letters/" + second))
                .contains("Its sequence", "/letters/" + first, "/letters/" + third);
    }

    @Test
    void administrators_see_who_did_what_to_it() throws Exception {
        LetterId id = captured(aLetter());
        var unused = store.audit()
                .append(new dev.redrive.audit.AuditNote(
                        clock.instant(), "olga", "OPERATOR", "127.0.0.1", "archive", id.toString(), 1));

        assertThat(page(ADMIN, "/letters/" + id))
                .contains("Who did what", "<strong>archive</strong> by <bdi>olga</bdi>");
        assertThat(page(OPERATOR, "/letters/" + id)).doesNotContain("Who did what");
    }

    @Test
    void only_administrators_delete_and_a_deleted_letter_is_gone() throws Exception {
        LetterId id = captured(aLetter());

        assertThat(answer(OPERATOR, post("/letters/" + id + "/delete")).getStatus())
                .isEqualTo(403);
        assertThat(pressed(ADMIN, "/letters/" + id + "/delete")).isEqualTo("/letters?notice=deleted");
        assertThat(letters.find(id)).isEmpty();
        assertThat(audited).containsExactly("ada delete " + id + " 1");
    }

    @Test
    void the_drawing_says_where_it_is() throws Exception {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED));

        assertThat(page(VIEWER, "/letters/" + id)).contains("failed · here", "It is failed.");
    }

    @Test
    void forms_carry_the_csrf_token_when_there_is_one() throws Exception {
        LetterId id = captured(aLetter());

        String page = mvc.perform(get("/letters/" + id)
                        .requestAttr(Caller.class.getName(), OPERATOR)
                        .requestAttr(
                                CsrfToken.class.getName(), new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", "se\"cret")))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page).contains("<input type=\"hidden\" name=\"_csrf\" value=\"se&#34;cret\">");
    }

    @Test
    void a_letter_that_does_not_exist_is_a_page_that_says_so() throws Exception {
        for (String id : List.of(ids.next().toString(), "nonsense", HOSTILE.replace("/", ""))) {
            MockHttpServletResponse response = answer(VIEWER, get("/letters/{id}", id));

            assertThat(response.getStatus()).isEqualTo(404);
            assertThat(response.getContentAsString())
                    .contains("There is no letter")
                    .doesNotContain("<script>alert");
        }
    }

    @Test
    void the_retry_button_tries_at_once_and_says_how_it_went() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        LetterId stuck = captured(aLetter().from("payments").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {});

        assertThat(pressed(OPERATOR, "/letters/" + id + "/retry"))
                .isEqualTo("/letters/" + id + "?notice=tried_resolved");
        assertThat(pressed(OPERATOR, "/letters/" + stuck + "/retry")).endsWith("?notice=no_handler");

        assertThat(letters.find(id).orElseThrow().status()).isEqualTo(LetterStatus.RESOLVED);
        assertThat(page(VIEWER, "/letters/" + id + "?notice=tried_resolved"))
                .contains("it worked", "by <bdi>olga</bdi>");
        assertThat(audited).containsExactly("olga retry " + id + " 1");
    }

    @Test
    void versions_are_read_once_there_is_memory_for_all_of_them() throws Exception {
        LetterId id = captured(aLetter().saying("x".repeat(7000)));
        store.edit(id, 0, Edit.payload(Payload.of("y"), "jo"));
        ByteBudget budget = new ByteBudget("memory", 1_000_000, Duration.ZERO);

        answer(VIEWER, get("/letters/" + id).with(TestMemory.of(budget)));

        assertThat(budget.used()).isGreaterThan(6 * 7000);
    }

    @Test
    void a_retry_without_a_target_says_what_to_configure() throws Exception {
        LetterId stuck = captured(aLetter().from("payments").status(LetterStatus.FAILED));

        assertThat(page(OPERATOR, "/letters/" + stuck + "?notice=no_handler"))
                .contains("redrive.channels", "redrive.kafka.topics");
    }

    @Test
    void a_retry_that_outlasted_its_lease_was_made_and_is_in_the_audit_log() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {
            clock.forward(Duration.ofDays(1));
            store.claim(ClaimRequest.of("another", 1, Duration.ofHours(1)));
        });

        String shown = pressed(OPERATOR, "/letters/" + id + "/retry");

        assertThat(page(OPERATOR, shown)).contains("outlasted its lease");
        assertThat(audited).containsExactly("olga retry " + id + " 1");
    }

    @Test
    void a_retry_that_fails_again_shows_the_newest_error() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {
            throw new java.io.IOException("no route to the warehouse");
        });

        assertThat(pressed(OPERATOR, "/letters/" + id + "/retry")).endsWith("?notice=tried_failed");
        assertThat(page(VIEWER, "/letters/" + id)).contains("no route to the warehouse");
    }

    @Test
    void an_attempt_whose_lease_ran_out_shows_an_unknown_result() throws Exception {
        LetterId id = captured(aLetter());
        ClaimedLetters.claim(store, id, "w", Duration.ofMinutes(1));
        clock.forward(Duration.ofMinutes(2));
        ClaimedLetters.claim(store, id, "w", Duration.ofMinutes(1));

        for (Caller caller : List.of(OPERATOR, VIEWER))
            assertThat(page(caller, "/letters/" + id))
                    .contains(Attempt.LEASE_LOST.type(), Attempt.LEASE_LOST.message());
    }

    @Test
    void letters_are_reset_archived_discarded_and_restored() throws Exception {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED));

        assertThat(pressed(OPERATOR, "/letters/" + id + "/discard")).endsWith("?notice=discarded");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/discard")).endsWith("?notice=refused");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/restore")).endsWith("?notice=restored");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/reset")).endsWith("?notice=reset");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/archive")).endsWith("?notice=archived");

        assertThat(letters.find(id).orElseThrow().status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(audited)
                .containsExactly(
                        "olga discard " + id + " 1",
                        "olga restore " + id + " 1",
                        "olga reset " + id + " 1",
                        "olga archive " + id + " 1");
    }

    @Test
    void a_viewer_cannot_press_a_button() throws Exception {
        LetterId id = captured(aLetter());
        String cause = letters.find(id).orElseThrow().cause().toString();

        assertThat(answer(VIEWER, post("/letters/" + id + "/discard")).getStatus())
                .isEqualTo(403);
        assertThat(answer(VIEWER, post("/letters/" + id + "/retry")).getStatus())
                .isEqualTo(403);
        assertThat(answer(VIEWER, post("/causes/" + cause + "/replay")).getStatus())
                .isEqualTo(403);
        assertThat(answer(VIEWER, post("/causes/" + cause + "/ignore")).getStatus())
                .isEqualTo(403);
        assertThat(audited).isEmpty();
    }

    @Test
    void a_letter_behind_another_shows_what_it_waits_for() throws Exception {
        LetterId first = captured(aLetter().inOrder("customer-1"));
        LetterId second = captured(aLetter().inOrder("customer-1"));

        assertThat(page(OPERATOR, "/letters/" + second)).contains("Waits behind", "/letters/" + first);
    }
}
