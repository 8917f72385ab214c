package dev.redrive.server.web;

import org.springframework.test.web.servlet.request.RequestPostProcessor;

/** Gives requests a share of a budget, and does not give it back: a test sees what they took. */
public final class TestMemory {
    private TestMemory() {}

    public static RequestPostProcessor of(ByteBudget budget) {
        return request -> {
            new RequestMemory(budget, ByteBudget.unlimited()).mark(request);
            return request;
        };
    }
}
