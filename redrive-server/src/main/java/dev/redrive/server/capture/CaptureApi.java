package dev.redrive.server.capture;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.internal.text.ShortName;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.LetterId;
import dev.redrive.server.access.FastCapture;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.json.LineReader;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.captures.CaptureResult;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes letters in over HTTP: one, many at once, or a stream without end. Once it answered, they are durable. */
@RestController
public final class CaptureApi implements FastCapture {
    private static final String PATH = "/dlq";

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Redrive redrive;
    private final LetterReader reader;
    private final long maxBodyBytes;

    public CaptureApi(Redrive redrive, Settings settings) {
        this.redrive = redrive;
        this.reader = new LetterReader(settings.http().maxPayloadBytes());
        this.maxBodyBytes = settings.http().maxBodyBytes();
    }

    @PostMapping(
            path = PATH,
            consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
            produces = MediaType.APPLICATION_JSON_VALUE)
    void capture(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Admission admission = Admission.of(request);
        LetterReader.Letters letters = reader.letters(Body.whole(request, maxBodyBytes));
        if (letters.isBatch()) {
            RequestMemory.of(request).takeLetters(letters.list().size());
            answer(response, redrive.captureAll(admission.all(letters.list())));
        } else {
            answer(response, redrive.capture(admission.one(letters.list().get(0))));
        }
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public boolean takes(HttpServletRequest request) {
        return request.getMethod().equals("POST")
                && isJson(request.getContentType())
                && wantsAnything(request.getHeader(HttpHeaders.ACCEPT));
    }

    private static boolean isJson(@Nullable String type) {
        return type != null
                && (type.equals(MediaType.APPLICATION_JSON_VALUE)
                        || type.equalsIgnoreCase("application/json;charset=utf-8")
                        || type.equalsIgnoreCase("application/json; charset=utf-8"));
    }

    private static boolean wantsAnything(@Nullable String accept) {
        return accept == null || accept.equals(MediaType.ALL_VALUE) || accept.equals(MediaType.APPLICATION_JSON_VALUE);
    }

    @Override
    public void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        capture(request, response);
    }

    @PostMapping(
            path = PATH,
            consumes = {"application/x-ndjson", "application/ndjson", "application/jsonl"},
            produces = MediaType.APPLICATION_JSON_VALUE)
    void captureStream(HttpServletRequest request, HttpServletResponse response) throws IOException {
        StreamCapture capture = new StreamCapture(redrive, reader, Admission.of(request)::ofLine);
        try (InputStream in = open(request)) {
            RequestMemory held = RequestMemory.of(request);
            capture.run(new LineReader(in, maxBodyBytes, held), held);
        }
        JsonStreams.answer(response, status(capture.captured()), out -> {
            out.startObject();
            ids(out, capture.ids());
            out.bool("idsComplete", capture.ids().size() == capture.stored());
            counts(out, capture.captured(), capture.duplicates());
            out.endObject();
        });
    }

    private static InputStream open(HttpServletRequest request) {
        try {
            return Body.stream(request);
        } catch (IOException e) {
            throw Body.unreadable(e);
        }
    }

    private static void answer(HttpServletResponse response, CaptureResult captured) throws IOException {
        response.setHeader(HttpHeaders.LOCATION, PATH + "/" + captured.id());
        JsonStreams.answer(response, status(captured.isNew() ? 1 : 0), out -> {
            out.startObject();
            out.text("id", captured.id().toString());
            out.bool("duplicate", !captured.isNew());
            out.endObject();
        });
    }

    private static void answer(HttpServletResponse response, List<CaptureResult> captured) throws IOException {
        long fresh = captured.stream().filter(CaptureResult::isNew).count();
        JsonStreams.answer(response, status(fresh), out -> {
            out.startObject();
            ids(out, captured.stream().map(CaptureResult::id).toList());
            counts(out, fresh, captured.size() - fresh);
            out.endObject();
        });
    }

    /** Where nothing is new, nothing was created. */
    private static int status(long fresh) {
        return fresh > 0 ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK;
    }

    private static void ids(JsonOutput out, List<LetterId> ids) {
        out.startArray("ids");
        for (LetterId id : ids) out.text(id.toString());
        out.endArray();
    }

    private static void counts(JsonOutput out, long captured, long duplicates) {
        out.number("captured", captured);
        out.number("duplicates", duplicates);
    }

    /** What one caller may send in, and under which key. */
    private record Admission(Caller caller, @Nullable String key) {
        static Admission of(HttpServletRequest request) {
            String key = request.getHeader(IDEMPOTENCY_KEY);
            if (key != null && key.isBlank())
                throw Problem.badField(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY + " must not be blank");
            return new Admission(Caller.of(request), key);
        }

        FailedMessage one(FailedMessage letter) {
            String channel = ShortName.identifier(letter.channel());
            if (!caller.mayUse(channel))
                throw Problem.forbidden("you may not capture into the channel " + channel)
                        .with("channel", channel);
            return key == null ? letter : letter.withIdempotencyKey(key);
        }

        /** A key for the whole request gives each letter one of its own. */
        private FailedMessage numbered(FailedMessage letter, String number) {
            FailedMessage admitted = one(letter);
            if (key == null) return admitted;
            String own = letter.idempotencyKey();
            return letter.withIdempotencyKey(own == null ? key + "#" + number : own);
        }

        /**
         * What a line says is a part of its key: after a bad line a sender may go on with the rest under the same key, and
         * then other letters have the numbers of those that are stored.
         */
        FailedMessage ofLine(FailedMessage letter, LineReader line) {
            return numbered(letter, key == null ? "" : line.number() + "#" + line.digest());
        }

        /** An array is stored as a whole or not at all and never resumed in the middle, so its numbers are enough. */
        List<FailedMessage> all(List<FailedMessage> letters) {
            List<FailedMessage> admitted = new ArrayList<>(letters.size());
            for (FailedMessage letter : letters) {
                try {
                    admitted.add(numbered(letter, String.valueOf(admitted.size())));
                } catch (Problem problem) {
                    throw problem.with("index", admitted.size());
                }
            }
            return admitted;
        }
    }
}
