package dev.redrive.server.pages;

import org.springframework.web.servlet.View;
import org.springframework.web.servlet.view.RedirectView;

/** Sends the browser to another page after a button did its work, so that a reload does not press it again. */
public final class PageRedirect {
    private PageRedirect() {}

    /** 303, whatever the method was. */
    public static View to(String path) {
        return new RedirectView(path, true, false);
    }
}
