package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.server.pages.PagesFixture;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The headers of a letter as the editor of its page reads them. */
class EditableHeadersTest extends PagesFixture {
    private String headers(Header... headers) throws Exception {
        LetterId id = captured(aLetter().message(Message.of("{}").with(new Headers(List.of(headers)))));
        return answer(VIEWER, get("/letters/" + id + "/headers")).getContentAsString();
    }

    @Test
    void they_stand_in_their_order_with_every_kind_of_value() throws Exception {
        String json = headers(
                Header.of("b", "2"),
                Header.of("1", "<b>"),
                Header.of("b", "3"),
                new Header("none", Payload.absent()),
                new Header("bytes", Payload.of(new byte[] {(byte) 0xff, 0})));

        assertThat(json)
                .isEqualTo("{\"version\":0,\"count\":5,\"headers\":[{\"name\":\"b\",\"value\":\"2\"},"
                        + "{\"name\":\"1\",\"value\":\"<b>\"},{\"name\":\"b\",\"value\":\"3\"},"
                        + "{\"name\":\"none\",\"value\":null},{\"name\":\"bytes\",\"base64\":\"/wA=\"}]}");
    }

    @Test
    void all_of_a_name_with_a_hidden_value_are_fixed() throws Exception {
        assertThat(headers(Header.of("token", "***"), Header.of("token", "open"), Header.of("other", "x")))
                .contains("\"value\":\"***\",\"hidden\":true}", "\"value\":\"open\",\"hidden\":true}", "\"x\"}]");
    }

    @Test
    void too_many_to_edit_are_only_counted() throws Exception {
        Header[] many =
                IntStream.range(0, 501).mapToObj(i -> Header.of("h" + i, "v")).toArray(Header[]::new);

        assertThat(headers(many)).isEqualTo("{\"version\":0,\"count\":501,\"headers\":[]}");
    }
}
