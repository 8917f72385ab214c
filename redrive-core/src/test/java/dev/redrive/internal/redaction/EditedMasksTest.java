package dev.redrive.internal.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a target gets of a letter with hidden values after a person edited it. */
class EditedMasksTest {
    private static final Redaction RULES = Redaction.none()
            .with(SealKeys.of("a", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES])))
            .sealing("$.card.pan", "$..ssn", "x-seal*")
            .removing("$.pin")
            .sealingLike("DE[0-9]{6}")
            .removingLike("CUST-[0-9]{6}");
    private static final String PEOPLE =
            "{'p':[{'n':'ann','ssn':'S-ANN'},{'n':'bob','ssn':'S-BOB'},{'n':'cy','ssn':'S-CY'}]}";

    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(SettableClock.standing());
    private final Redrive redrive = Redrive.on(store).redact(RULES).open();
    private final List<DeadLetter> got = new ArrayList<>();

    EditedMasksTest() {
        redrive.handle("a", got::add);
    }

    @AfterEach
    void close() {
        redrive.close();
    }

    private static Payload json(String text) {
        return Payload.of(text.replace('\'', '"'));
    }

    private LetterId captured(String payload, Header... headers) {
        Message message = Message.of("").with(json(payload)).with(new Headers(List.of(headers)));
        return redrive.capture(FailedMessage.of("a", message, new IllegalStateException("x")))
                .id();
    }

    private DeadLetter letter(LetterId id) {
        return redrive.letters().find(id).orElseThrow();
    }

    private void edit(LetterId id, String payload) {
        redrive.letters().edit(id, letter(id).state().version(), Edit.payload(json(payload), "ann"));
    }

    private void edit(LetterId id, Header... headers) {
        Edit edit = new Edit(null, new Headers(Arrays.asList(headers)), null, null, null, null, null, "ann");
        redrive.letters().edit(id, letter(id).state().version(), edit);
    }

    private String sent(LetterId id) {
        got.clear();
        redrive.letters().retry(id, "ann");
        return got.isEmpty() ? "nothing" : got.get(0).payload().text().replace('"', '\'');
    }

    private String sent(String captured, String... edits) {
        LetterId id = captured(captured);
        for (String edit : edits) edit(id, edit);
        return sent(id);
    }

    // New values

    @Test
    void a_new_value_for_a_sealed_place_is_sealed_and_sent() {
        LetterId id = captured("{'card':{'pan':'OLD-1'},'n':1}");

        edit(id, "{'card':{'pan':'NEW-1'},'n':1}");

        assertThat(letter(id).payload()).isEqualTo(json("{'card':{'pan':'***'},'n':1}"));
        assertThat(letter(id).toString()).doesNotContain("NEW-1");
        assertThat(sent(id)).isEqualTo("{'card':{'pan':'NEW-1'},'n':1}");
    }

    @Test
    void the_newest_value_counts_also_after_an_edit_that_left_the_mask() {
        assertThat(sent(
                        "{'card':{'pan':'OLD-1'}}",
                        "{'card':{'pan':'***'},'k':1}",
                        "{'card':{'pan':'NEW-1'},'k':1}",
                        "{'card':{'pan':'NEW-2'},'k':2}"))
                .isEqualTo("{'card':{'pan':'NEW-2'},'k':2}");
        assertThat(sent("{'t':'iban DE111111'}", "{'t':'iban DE222222'}")).isEqualTo("{'t':'iban DE222222'}");
        assertThat(sent("{'card':{'pan':'OLD-1'}}", "{'n':2}")).isEqualTo("{'n':2}");
    }

    @Test
    void new_values_of_headers_are_sealed_and_sent_and_masks_keep_theirs() {
        LetterId id = captured("{}", Header.of("x-seal-a", "H1"), Header.of("x-seal-b", "H2"));

        edit(id, Header.of("x-seal-b", "***"), Header.of("x-seal-a", "H-NEW"));

        assertThat(sent(id)).isEqualTo("{}");
        assertThat(got.get(0).message().headers())
                .isEqualTo(new Headers(List.of(Header.of("x-seal-b", "H2"), Header.of("x-seal-a", "H-NEW"))));
    }

    // Arrays

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'p':[{'n':'bob','ssn':'***'},{'n':'cy','ssn':'***'}]}"
                        + "|{'p':[{'n':'bob','ssn':'S-BOB'},{'n':'cy','ssn':'S-CY'}]}",
                "{'p':[{'n':'bob','ssn':'***'},{'n':'ann','ssn':'***'},{'n':'cy','ssn':'***'}]}"
                        + "|{'p':[{'n':'bob','ssn':'S-BOB'},{'n':'ann','ssn':'S-ANN'},{'n':'cy','ssn':'S-CY'}]}",
                "{'p':[{'n':'dan','ssn':'S-DAN'},{ 'ssn' : '***', 'n' : 'cy' }]}"
                        + "|{'p':[{'n':'dan','ssn':'S-DAN'},{ 'ssn' : 'S-CY', 'n' : 'cy' }]}",
                "{'p':[{'n':'ann','ssn':'***'},{'n':'bobby','ssn':'***'},{'n':'cy','ssn':'***'}],'k':1}"
                        + "|{'p':[{'n':'ann','ssn':'S-ANN'},{'n':'bobby','ssn':'S-BOB'},{'n':'cy','ssn':'S-CY'}],'k':1}",
                "{'p':[{'n':'ann','ssn':'***','a':1},{'n':'bob','ssn':'***','a':1},{'n':'cy','ssn':'***','a':1}]}"
                        + "|{'p':[{'n':'ann','ssn':'S-ANN','a':1},{'n':'bob','ssn':'S-BOB','a':1},{'n':'cy','ssn':'S-CY','a':1}]}"
            })
    void an_element_keeps_its_values_where_it_is_clear_which_one_it_was(String edited, String expected) {
        assertThat(sent(PEOPLE, edited)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'p':[{'n':'bobby','ssn':'***'},{'n':'cy','ssn':'***'}]}",
                "{'p':[{'n':'bobby','ssn':'***'},{'n':'anna','ssn':'***'},{'n':'cy','ssn':'***'}]}",
                "{'p':[{'n':'bob','ssn':'***'},{'n':'bob','ssn':'***'},{'n':'cy','ssn':'***'}]}",
                "{'p':[{'n':'ann','ssn':'***'},{'n':'ann','ssn':'***'},{'n':'bob','ssn':'***'},{'n':'cy','ssn':'***'}]}",
                "{'q':[{'n':'ann','ssn':'***'}]}",
                "{'p':{'n':'ann','ssn':'***'}}"
            })
    void an_element_that_could_be_another_one_is_refused(String edited) {
        LetterId id = captured(PEOPLE);

        assertThatThrownBy(() -> edit(id, edited))
                .hasMessageContaining("['ssn']")
                .hasMessageContaining("*** stands")
                .hasMessageContaining("give the value")
                .hasMessageNotContaining("S-");
        assertThat(letter(id).state().version()).isZero();
        assertThat(sent(id)).isEqualTo(PEOPLE);
    }

    @Test
    void elements_that_look_the_same_keep_their_values_only_in_an_array_that_stays_as_it_is() {
        String lines = "{'l':[{'ssn':'A'},{'x':1},{'ssn':'B'}]}";

        assertThat(sent(lines, "{'l':[{'ssn':'***'},{'x':2},{'ssn':'***'}],'k':1}"))
                .isEqualTo("{'l':[{'ssn':'A'},{'x':2},{'ssn':'B'}],'k':1}");
        assertThat(sent(lines, "{'l':[{'ssn':'***'},{'x':1},{'ssn':'NEW'}]}"))
                .isEqualTo("{'l':[{'ssn':'A'},{'x':1},{'ssn':'NEW'}]}");
        LetterId id = captured(lines);
        assertThatThrownBy(() -> edit(id, "{'l':[{'ssn':'***'},{'x':1}]}")).hasMessageContaining("*** stands");
        assertThatThrownBy(() -> edit(id, "{'l':[{'ssn':'***'},{'ssn':'***'},{'x':1}]}"))
                .hasMessageContaining("*** stands");
    }

    @Test
    void of_headers_with_the_same_name_none_gets_the_value_of_another() {
        LetterId id = captured("{}", Header.of("x-seal", "H1"), Header.of("x-seal", "H2"));

        assertThatThrownBy(() -> edit(id, Header.of("x-seal", "***"))).hasMessageContaining("header x-seal");

        edit(id, Header.of("x-seal", "***"), Header.of("x-seal", "H3"));
        assertThat(sent(id)).isEqualTo("{}");
        assertThat(got.get(0).message().headers())
                .isEqualTo(new Headers(List.of(Header.of("x-seal", "H1"), Header.of("x-seal", "H3"))));
    }

    // Masks without a value

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'card':{'pan':'OLD-1'}}|{'payment':{'pan':'***'}}",
                "{'card':{'pan':'OLD-1'}}|{'card':{'pan':'NEW-1'},'was':'***'}",
                "{'card':{'pan':'OLD-1'}}|{'card':{'pan':'***','pan':'x'}}",
                "{'card':{'pan':'OLD-1'}}|{'card':{'pan':'***'}} and more",
                "{'card':{'pan':'OLD-1'}}|{'card':{'pan':'\\u002a**'}}",
                "{'t':'x DE111111 y DE222222'}|{'t':'y *** x ***'}",
                "{'t':'v'}|{'t':'***'}",
                "{'card':{}}|{'card':{'pan':'***'}}",
                "paid from DE111111|paid from ***",
                "{'pin':'1234','n':1}|{'pin':'***','code':'***'}"
            })
    void a_mask_where_no_hidden_value_stood_is_refused(String captured, String edited) {
        LetterId id = captured(captured);

        assertThatThrownBy(() -> edit(id, edited)).hasMessageContaining("*** stands");

        assertThat(letter(id).state().version()).isZero();
    }

    @Test
    void a_mask_of_a_removed_value_that_stays_keeps_the_letter_incomplete() {
        for (String[] one : List.of(
                new String[] {"{'pin':'1234','n':1}", "{'pin':'***','n':2}"},
                new String[] {"{'pin':'1234','n':1}", "{'code':'***','n':1}"},
                new String[] {"{'t':'of CUST-123456','n':1}", "{'t':'of ***','n':2}"},
                new String[] {"of CUST-123456", "for ***"})) {
            LetterId id = captured(one[0]);

            edit(id, one[1]);

            assertThat(letter(id).message().completeness()).isEqualTo(Completeness.REMOVED);
            assertThat(sent(id)).isEqualTo("nothing");
        }
        assertThat(sent("{'t':'of CUST-123456','n':1}", "{'t':'of a customer','n':2}"))
                .isEqualTo("{'t':'of a customer','n':2}");
    }

    @Test
    void a_header_that_lost_a_part_keeps_the_letter_incomplete_when_its_payload_is_edited() {
        LetterId id = captured("{'n':1}", Header.of("for", "of CUST-123456"));

        edit(id, "{'n':2}");

        assertThat(sent(id)).isEqualTo("nothing");
    }

    @Test
    void asterisks_that_the_producer_wrote_stay_and_are_sent() {
        assertThat(sent("{'t':'***','n':1}", "{'t':'***','n':2}")).isEqualTo("{'t':'***','n':2}");
        assertThat(sent("{'l':['x','***'],'n':1}", "{'l':['***']}")).isEqualTo("{'l':['***']}");
        assertThat(sent("{'card':{'pan':'OLD-1'},'t':'*** a ***'}", "{'card':{'pan':'***'},'t':'*** a ***','n':2}"))
                .isEqualTo("{'card':{'pan':'OLD-1'},'t':'*** a ***','n':2}");
        assertThat(sent("a *** text", "another *** text")).isEqualTo("another *** text");
    }

    @Test
    void a_payload_that_is_sealed_whole_keeps_the_values_behind_its_masks() {
        assertThat(sent("paid from DE111111", "***")).isEqualTo("paid from DE111111");
        assertThat(sent("{'card':{'pan':'OLD-1'}}", "{'card':{'pan':'***'},'DE111111':1}"))
                .isEqualTo("{'card':{'pan':'OLD-1'},'DE111111':1}");
    }
}
