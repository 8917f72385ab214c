package dev.redrive.server.pages;

import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import gg.jte.output.Utf8ByteOutput;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.View;

/** One template. A page is made whole before its first byte goes out, so a failure in it never leaves half a page. */
final class JteView implements View {
    static final String HTML = MediaType.TEXT_HTML_VALUE + ";charset=UTF-8";

    private final TemplateEngine engine;
    private final String template;

    JteView(TemplateEngine engine, String template) {
        this.engine = engine;
        this.template = template;
    }

    @Override
    public String getContentType() {
        return HTML;
    }

    @Override
    public void render(@Nullable Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Map<String, Object> values = new HashMap<>();
        if (model != null) values.putAll(model);
        if (LivePages.isLive(request)) {
            StringOutput parts = new StringOutput();
            engine.render(template, values, parts);
            if (LivePages.answer(request, response, parts.toString())) return;
        }
        Utf8ByteOutput page = new Utf8ByteOutput();
        engine.render(template, values, page);
        response.setContentType(HTML);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setContentLength(page.getContentLength());
        page.writeTo(response.getOutputStream());
    }
}
