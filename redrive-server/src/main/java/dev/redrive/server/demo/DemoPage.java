package dev.redrive.server.demo;

import dev.redrive.Letters;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The page that breaks and repairs the shop, and shows what that does to its letters. */
@HtmlPage
@ConditionalOnProperty("redrive.demo")
final class DemoPage {
    private final Shop shop;
    private final Letters letters;
    private final PageFrames frames;
    private final Audit audit;

    DemoPage(Shop shop, Letters letters, PageFrames frames, Audit audit) {
        this.shop = shop;
        this.letters = letters;
        this.frames = frames;
        this.audit = audit;
    }

    @GetMapping("/demo")
    ModelAndView show(HttpServletRequest request) {
        return new ModelAndView(
                "demo", Map.of("frame", frames.around(request, "Demo shop"), "view", ShopState.of(shop, letters)));
    }

    @PostMapping("/demo/{part}/break")
    View breakPart(HttpServletRequest request, @PathVariable String part) {
        Caller caller = operator(request);
        shop.breakPart(Part.of(part));
        audit.record(caller, "demo break", part, 0);
        return PageRedirect.to("/demo");
    }

    @PostMapping("/demo/{part}/repair")
    View repair(HttpServletRequest request, @PathVariable String part) {
        Caller caller = operator(request);
        shop.repair(Part.of(part));
        audit.record(caller, "demo repair", part, 0);
        return PageRedirect.to("/demo");
    }

    private static Caller operator(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        if (!caller.may(Role.OPERATOR))
            throw Problem.forbidden("you may look, but breaking and repairing needs the role operator");
        return caller;
    }
}
