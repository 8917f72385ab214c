package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.payload.JsonTree;
import dev.redrive.server.payload.PayloadForm;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.questions.Version;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The payload of a letter: its bytes, and parts of its tree that its page does not have; its headers, too. */
@HtmlPage
public final class PayloadPage {
    private final Letters letters;
    private final Settings settings;

    public PayloadPage(Letters letters, Settings settings) {
        this.letters = letters;
        this.settings = settings;
    }

    /** Its bytes as they are kept, for a file. No browser takes them for a page or a script. */
    @GetMapping("/letters/{id}/payload")
    void download(
            HttpServletRequest request,
            HttpServletResponse response,
            @PathVariable String id,
            @RequestParam(defaultValue = "") String version)
            throws IOException {
        DeadLetter letter = shown(request, id);
        int number = version.isEmpty() ? letter.state().version() : LetterAddress.number(version);
        boolean isNewest = number == letter.state().version();
        byte[] bytes = (isNewest ? letter.payload() : payload(request, letter.id(), number)).bytes();
        response.setContentType(MediaType.APPLICATION_OCTET_STREAM_VALUE);
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name(letter, number) + "\"");
        response.setHeader(HttpHeaders.ETAG, "\"" + number + "\"");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    /** Its headers in their order, for editing, when they are not too many for that. */
    @GetMapping("/letters/{id}/headers")
    void headers(HttpServletRequest request, HttpServletResponse response, @PathVariable String id) throws IOException {
        DeadLetter letter = shown(request, id);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        JsonStreams.answer(
                response,
                HttpServletResponse.SC_OK,
                out -> EditableHeaders.of(letter).write(out));
    }

    private DeadLetter shown(HttpServletRequest request, String id) {
        return Masking.of(settings, Caller.of(request)).shown(LetterReads.find(letters, request, id));
    }

    private Payload payload(HttpServletRequest request, LetterId id, int number) {
        RequestMemory.of(request).take(letters.versionBytes(id));
        return letters.versions(id).stream()
                .filter(version -> version.number() == number)
                .findFirst()
                .map(Version::payload)
                .map(Masking.of(settings, Caller.of(request))::shown)
                .orElseThrow(() -> Problem.notFound("Letter " + id + " has no version " + number + "."));
    }

    private static String name(DeadLetter letter, int version) {
        String ending =
                switch (PayloadForm.of(letter.payload()).kind()) {
                    case JSON -> ".json";
                    case TEXT -> ".txt";
                    case ABSENT, EMPTY, BINARY -> ".bin";
                };
        return "letter-" + letter.id() + (version == 0 ? "" : "-version-" + version) + ending;
    }

    /** Members of an object or array in the payload, found by where it stands in the text of a version. */
    @GetMapping("/letters/{id}/payload/tree")
    ModelAndView members(
            HttpServletRequest request,
            @PathVariable String id,
            @RequestParam(defaultValue = "") String version,
            @RequestParam(defaultValue = "") String at,
            @RequestParam(defaultValue = "") String from,
            @RequestParam(defaultValue = "") String next) {
        DeadLetter letter = shown(request, id);
        int number = LetterAddress.number(version);
        if (number != letter.state().version())
            throw Problem.conflict("The letter was edited since. Load its page again.");
        if (PayloadForm.of(letter.payload()).kind() != PayloadForm.Kind.JSON) throw noPart();
        byte[] json = letter.payload().bytes();
        int start = LetterAddress.number(at);
        JsonTree.Node node = (from.isEmpty()
                        ? JsonTree.members(json, start)
                        : JsonTree.members(json, start, LetterAddress.number(from), LetterAddress.number(next)))
                .orElseThrow(PayloadPage::noPart);
        return new ModelAndView(
                "payloadtree", Map.of("node", node, "id", letter.id().toString(), "version", number));
    }

    private static Problem noPart() {
        return Problem.notFound("There is no object or array at this place of the payload.");
    }
}
