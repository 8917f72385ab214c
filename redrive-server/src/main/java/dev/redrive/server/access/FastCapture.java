package dev.redrive.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * An endpoint that is called so often that its plain requests are answered before any other filter or handler is asked.
 * The caller is checked as everywhere; requests that it does not take pass the usual filters.
 */
public interface FastCapture {
    /** The path as it is written, in the one spelling that is taken. */
    String path();

    /** Looks at nothing but the head of the request. */
    boolean takes(HttpServletRequest request);

    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;
}
