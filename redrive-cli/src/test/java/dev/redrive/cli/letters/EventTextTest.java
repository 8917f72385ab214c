package dev.redrive.cli.letters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTextTest {
    private static final String ID = "\"id\":\"019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e\"";

    private static String said(String type, String json) {
        return EventText.of(type, JsonReader.read(json));
    }

    @Test
    void a_capture_and_an_attempt_are_sentences() {
        assertThat(said(
                        "captured",
                        "{" + ID + ",\"channel\":\"payments\",\"errorType\":\"java.net.ConnectException\",\"category\":"
                                + "\"DOWNSTREAM_FAILURE\",\"causeId\":\"5d8c\",\"status\":\"PENDING\",\"isNew\":true}"))
                .isEqualTo(
                        "letter 019a86f2-3c1e-7a40 of payments was captured: ConnectException (downstream failure); now pending");
        assertThat(said(
                        "attempted",
                        "{" + ID
                                + ",\"channel\":\"payments\",\"result\":\"succeeded\",\"status\":\"RESOLVED\",\"retryCount\":3,"
                                + "\"processingDuration\":31,\"errorType\":null}"))
                .isEqualTo("letter 019a86f2-3c1e-7a40 of payments was processed in 31 ms, retry 3; now resolved");
        assertThat(said(
                        "attempted",
                        "{" + ID
                                + ",\"channel\":\"payments\",\"result\":\"failed\",\"status\":\"FAILED\",\"retryCount\":5,"
                                + "\"processingDuration\":4200,\"errorType\":\"a.B$Declined\"}"))
                .isEqualTo(
                        "letter 019a86f2-3c1e-7a40 of payments failed again in 4.2 s, retry 5: Declined; now failed");
    }

    @Test
    void a_snooze_says_by_whom_and_until_when() {
        assertThat(
                        said(
                                "snooze",
                                "{\"rule\":\"Backlog\",\"channel\":\"payments\",\"by\":\"jo\",\"until\":\"2026-11-19T16:30:00Z\"}"))
                .isEqualTo("the alert rule Backlog of payments is snoozed by jo and sends nothing until"
                        + " 2026-11-19T16:30:00Z");
        assertThat(said("snooze", "{\"rule\":\"Backlog\",\"channel\":null,\"by\":\"jo\",\"until\":null}"))
                .isEqualTo("the snooze of the alert rule Backlog was ended by jo");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "moved|{'channel':'a','count':1200,'ids':['x'],'move':'archive','by':'maria'}|1\u202f200 letters of a were archived by maria",
                "moved|{'channel':'a','count':1,'ids':['019a86f2-3c1e-7a40-9d52'],'move':'discard','by':null}|letter 019a86f2-3c1e-7a40 of a was discarded",
                "edited|{'id':'019a','version':2,'by':'maria'}|letter 019a was edited by maria, version 2",
                "deleted|{'id':'019a','by':'maria'}|letter 019a was deleted by maria",
                "cause|{'id':'5d8c1f0a-7b3e','state':'ACKNOWLEDGED','by':'maria'}|cause 5d8c1f0a is acknowledged by maria",
                "circuit|{'target':'bank','state':'OPEN'}|target bank fails: its circuit is open, nothing is sent to it for now",
                "circuit|{'target':'bank','state':'CLOSED'}|target bank works: its circuit is closed",
                "expired|{'count':1}|1 letter left the store, past the time of retention",
                "alert|{'rule':'R','kind':'STARTED','text':'too many'}|alert: too many (R)",
                "alert|{'rule':'R','kind':'CLEARED','text':'fewer'}|alert over: fewer (R)",
                "replay|{'id':'019a','state':'RUNNING','progress':{'matched':120,'planned':40,'failed':2}}|replay 019a is running: 80 of 120 letters done, 2 failed",
                "replay|{'id':'019a','state':'STOPPED','reason':'too many fail','progress':{'matched':1,'planned':0,'failed':1}}|replay 019a is stopped: 1 of 1 letter done, 1 failed; too many fail",
                "missed|{'count':7}|7 events were left out: the connection is too slow",
                "unheard|{'a':1}|unheard {'a':1}"
            })
    void every_event_is_a_sentence(String type, String json, String sentence) {
        assertThat(said(type, json.replace('\'', '"'))).isEqualTo(sentence.replace('\'', '"'));
    }
}
