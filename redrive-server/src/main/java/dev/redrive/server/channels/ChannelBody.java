package dev.redrive.server.channels;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a channel is held or released. */
record ChannelBody(@Nullable String reason) {
    private static final String REASON = "reason";
    private static final int LIMIT = 64 * 1024;

    static ChannelBody of(HttpServletRequest request) {
        byte[] body = Body.whole(request, LIMIT);
        if (body.length == 0) return new ChannelBody(null);
        Body.requireJson(request);
        return JsonStreams.read(body, ChannelBody::read);
    }

    private static ChannelBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        String reason = null;
        while (in.nextField()) {
            if (!in.name().equals(REASON)) throw FilterWords.unknown(in.name(), List.of(REASON));
            reason = in.cleanText(REASON, LetterLimits.NOTES);
        }
        return new ChannelBody(reason == null || reason.isBlank() ? null : reason);
    }
}
