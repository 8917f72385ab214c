package dev.redrive.server.pages;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;

/** Finds the templates, which were compiled with everything else: nothing is read or compiled while the server runs. */
@Component
public final class JteViewResolver implements ViewResolver, Ordered {
    private static final String PACKAGE = "dev.redrive.server.jte";

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(null, ContentType.Html, null, PACKAGE);

    @Override
    public @Nullable View resolveViewName(String name, Locale locale) {
        String template = name + ".jte";
        return engine.hasTemplate(template) ? new JteView(engine, template) : null;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 100;
    }
}
