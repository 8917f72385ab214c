package dev.redrive.server.erasure;

import dev.redrive.erasure.ErasureMatch;
import dev.redrive.erasure.ErasureReport;
import dev.redrive.erasure.ErasureView;
import dev.redrive.json.JsonOutput;
import dev.redrive.server.access.Masking;
import dev.redrive.server.letters.HoldJson;

/** Writes what a search for a person's letters found, or what an erasure did. */
record ErasureJson(JsonOutput out) {
    void report(ErasureReport report) {
        out.startObject();
        members(report);
        out.endObject();
    }

    /** A refusal, with what there is to confirm now. */
    void changed(ErasureReport report, String detail) {
        out.startObject();
        out.text("type", "about:blank");
        out.text("title", "Conflict");
        out.number("status", 409);
        out.text("detail", detail);
        members(report);
        out.endObject();
    }

    private void members(ErasureReport report) {
        out.startArray("matches");
        report.matches().forEach(this::match);
        out.endArray();
        out.number("found", report.found());
        out.number("held", report.held());
        out.number("erased", report.erased());
        out.startArray("views");
        report.views().forEach(this::view);
        out.endArray();
        out.text("confirmation", report.confirmation());
        out.startArray("problems");
        report.problems().forEach(out::text);
        out.endArray();
    }

    private void view(ErasureView view) {
        out.startObject();
        out.text("name", view.name());
        out.text("owner", view.owner());
        out.endObject();
    }

    private void match(ErasureMatch match) {
        out.startObject();
        out.text("id", match.id().toString());
        out.text("channel", match.channel());
        out.bool("inStore", match.inStore());
        out.bool("inArchive", match.inArchive());
        out.name("hold");
        match.hold().ifPresentOrElse(new HoldJson(out, Masking.nothing())::hold, out::nullValue);
        out.endObject();
    }

    void running(ErasureTasks.Task task) {
        out.startObject();
        out.text("task", task.id());
        out.bool("running", true);
        out.number("looked", task.looked().get());
        out.endObject();
    }
}
