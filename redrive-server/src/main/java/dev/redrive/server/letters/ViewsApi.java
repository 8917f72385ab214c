package dev.redrive.server.letters;

import dev.redrive.json.JsonOutput;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Parameters;
import dev.redrive.store.views.SavedView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Saved views of the list of letters over HTTP. */
@RestController
final class ViewsApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private final ListViews views;

    ViewsApi(ListViews views) {
        this.views = views;
    }

    @GetMapping(path = "/dlq/views", produces = JSON)
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<SavedView> found = views.of(Caller.of(request));
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.startArray("items");
            found.forEach(view -> write(out, view));
            out.endArray();
            out.endObject();
        });
    }

    @PutMapping(path = "/dlq/views/{name}", produces = JSON)
    void save(@PathVariable("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ViewBody body = ViewBody.of(request);
        ListViews.Saved saved =
                views.save(Caller.of(request), ViewName.of(name, body.isShared()), ListAddress.ofQuery(body.query()));
        JsonStreams.answer(
                response,
                saved.isNew() ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK,
                out -> write(out, saved.view()));
    }

    @DeleteMapping("/dlq/views/{name}")
    void delete(
            @PathVariable("name") String name,
            @RequestParam(required = false) @Nullable String shared,
            HttpServletRequest request,
            HttpServletResponse response) {
        SavedView unused = views.delete(Caller.of(request), ViewName.of(name, Parameters.yesOrNo("shared", shared)));
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    private static void write(JsonOutput out, SavedView view) {
        out.startObject();
        out.text("name", view.name());
        out.bool("shared", view.isShared());
        out.text("query", view.query());
        out.text("by", view.by());
        out.text("savedAt", view.savedAt().toString());
        out.endObject();
    }
}
