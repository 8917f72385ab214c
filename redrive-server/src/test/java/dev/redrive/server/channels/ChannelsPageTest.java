package dev.redrive.server.channels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.LetterStatus;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.SampleSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The page of channels. */
class ChannelsPageTest extends PagesFixture {
    @BeforeEach
    void openChannels() {
        PageFrames frames = new PageFrames(SampleSettings.at("memory:"), clock, caller -> RailCounts.NONE, false);
        mvc = MockMvcBuilders.standaloneSetup(new ChannelsPage(letters, frames))
                .setViewResolvers(new JteViewResolver())
                .build();
    }

    @Test
    void without_letters_it_says_so() throws Exception {
        assertThat(page(VIEWER, "/channels")).contains("No channel has letters.");
    }

    @Test
    void channels_with_the_most_open_letters_come_first() throws Exception {
        captured(aLetter().from("calm").status(LetterStatus.ARCHIVED));
        captured(aLetter().from("orders"));
        captured(aLetter().from("payments"));
        captured(aLetter().from("payments"));

        String page = page(VIEWER, "/channels");

        assertThat(page).contains("2 of 3 channels have open letters.", "href=\"/letters?channel=payments\"");
        assertThat(page.indexOf("channel=payments")).isLessThan(page.indexOf("channel=orders"));
        assertThat(page.indexOf("channel=orders")).isLessThan(page.indexOf("channel=calm"));
        assertThat(page(VIEWER, "/channels?name=pay*")).contains("payments").doesNotContain("channel=orders");
    }

    @Test
    void a_caller_with_some_channels_sees_only_those() throws Exception {
        captured(aLetter().from("orders"));
        captured(aLetter().from("payments"));

        assertThat(page(SCOPED, "/channels")).contains("orders").doesNotContain("payments");
    }
}
