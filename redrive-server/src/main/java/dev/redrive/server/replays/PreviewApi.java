package dev.redrive.server.replays;

import dev.redrive.Letters;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.DifferenceJson;
import dev.redrive.server.letters.LetterJson;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.transform.Transform;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows on a few letters what a replay would change in them and hold against them. Nothing is kept or sent. */
@RestController
final class PreviewApi {
    private final Letters letters;
    private final ReplayPlanning planning;
    private final RequestBodies bodies;
    private final ReplayPreviews previews;

    PreviewApi(Letters letters, ReplayPlanning planning, RequestBodies bodies, ReplayPreviews previews) {
        this.letters = letters;
        this.planning = planning;
        this.bodies = bodies;
        this.previews = previews;
    }

    @PostMapping(path = "/dlq/replays/preview", produces = MediaType.APPLICATION_JSON_VALUE)
    void preview(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        previews.check(caller);
        ReplayBody body = bodies.replay(request);
        Optional<Transform> transform = previews.transform(body.task());
        List<LetterId> ids = previews.ids(caller, body, body.samples());
        planning.enter();
        try {
            JsonStreams.answer(
                    response,
                    HttpServletResponse.SC_OK,
                    out -> samples(out, ids, transform, body, RequestMemory.of(request)));
        } finally {
            planning.leave();
        }
    }

    /** One letter at a time: each may be large. */
    private void samples(
            JsonOutput out, List<LetterId> ids, Optional<Transform> transform, ReplayBody body, RequestMemory held) {
        boolean validate = body.task().validate();
        out.startObject();
        out.startArray("items");
        for (LetterId id : ids) {
            held.release();
            held.find(letters, id).ifPresent(letter -> write(out, previews.sample(letter, transform, validate)));
        }
        out.endArray();
        out.endObject();
    }

    private static void write(JsonOutput out, ReplayPreviews.Sample sample) {
        LetterJson json = new LetterJson(out, Masking.nothing());
        Message after = sample.after();
        out.startObject();
        out.text("letterId", sample.letter().id().toString());
        out.text("channel", sample.letter().channel());
        out.name("before");
        json.message(sample.letter().message());
        out.name("after");
        if (after == null) out.nullValue();
        else json.message(after);
        DifferenceJson.write(out, sample.differences());
        out.startArray("violations");
        sample.violations().forEach(out::text);
        out.endArray();
        out.text("error", sample.error());
        out.endObject();
    }
}
