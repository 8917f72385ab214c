package dev.redrive.server.access;

import dev.redrive.server.web.Problem;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The page that says to a known reader what their role lacks. The request is marked with its caller. */
@FunctionalInterface
public interface RefusalPage {
    void show(HttpServletRequest request, HttpServletResponse response, Problem problem)
            throws IOException, ServletException;
}
