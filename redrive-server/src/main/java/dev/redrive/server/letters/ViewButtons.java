package dev.redrive.server.letters;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/** The buttons on the page of letters that save and delete a view. */
@HtmlPage
public final class ViewButtons {
    private static final String SHARED = "shared";

    private final ListViews views;

    public ViewButtons(ListViews views) {
        this.views = views;
    }

    @PostMapping("/letters/views/save")
    View save(HttpServletRequest request, @RequestParam String name, @RequestParam String query) {
        ViewName wanted = name(request, name);
        ListAddress address = ListAddress.ofQuery(query);
        views.save(Caller.of(request), wanted, address);
        return PageRedirect.to(address.in(wanted.text()).noting(PageNotice.VIEW_SAVED));
    }

    @PostMapping("/letters/views/delete")
    View delete(HttpServletRequest request, @RequestParam String name, @RequestParam String query) {
        views.delete(Caller.of(request), name(request, name));
        return PageRedirect.to(ListAddress.ofQuery(query).noting(PageNotice.VIEW_DELETED));
    }

    private static ViewName name(HttpServletRequest request, String name) {
        return ViewName.of(
                name, Optional.ofNullable(request.getParameter(SHARED)).isPresent());
    }
}
