package dev.redrive.server.demo;

import dev.redrive.Letters;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Breaks and repairs the parts of the shop, for scripts. */
@RestController
@RequestMapping("/demo/shop")
@ConditionalOnProperty("redrive.demo")
final class ShopApi {
    private final Shop shop;
    private final Letters letters;
    private final Audit audit;

    ShopApi(Shop shop, Letters letters, Audit audit) {
        this.shop = shop;
        this.letters = letters;
        this.audit = audit;
    }

    @GetMapping
    ShopState state() {
        return ShopState.of(shop, letters);
    }

    @PostMapping("/{part}/break")
    ShopState breakPart(HttpServletRequest request, @PathVariable String part) {
        shop.breakPart(Part.of(part));
        audit.record(Caller.of(request), "demo break", part, 0);
        return state();
    }

    @PostMapping("/{part}/repair")
    ShopState repair(HttpServletRequest request, @PathVariable String part) {
        shop.repair(Part.of(part));
        audit.record(Caller.of(request), "demo repair", part, 0);
        return state();
    }
}
