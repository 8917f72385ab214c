package dev.redrive.server.audit;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditQuery;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who did what, when, to which letters; newest first. */
@RestController
@RequestMapping(path = "/dlq/audit", produces = "application/json")
final class AuditApi {
    private static final int USUAL = 50;

    private final AuditLog auditLog;

    AuditApi(AuditLog auditLog) {
        this.auditLog = auditLog;
    }

    @GetMapping
    Page list(
            HttpServletRequest request,
            @RequestParam Optional<String> by,
            @RequestParam Optional<String> action,
            @RequestParam Optional<String> subject,
            @RequestParam Optional<String> from,
            @RequestParam Optional<String> to,
            @RequestParam Optional<String> cursor,
            @RequestParam Optional<String> limit) {
        seesEverything(request);
        AuditQuery query = new AuditQuery(
                given(by),
                given(action).map(ActionName::stored),
                given(subject),
                given(from).map(text -> time("from", text)),
                given(to).map(text -> time("to", text)),
                given(cursor)
                        .map(text -> OptionalLong.of(number("cursor", text, Long.MAX_VALUE)))
                        .orElse(OptionalLong.empty()),
                given(limit)
                        .map(text -> (int) number("limit", text, AuditQuery.MOST))
                        .orElse(USUAL));
        return Page.of(auditLog.list(query), query.limit());
    }

    @GetMapping("/verify")
    AuditVerifier.Findings verify(HttpServletRequest request) {
        seesEverything(request);
        return new AuditVerifier(auditLog).verify();
    }

    /** A line does not say to which channel it belongs. */
    private static void seesEverything(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        if (!caller.channels().isEmpty())
            throw Problem.forbidden("The audit log covers all channels, and " + caller.name()
                    + " is limited to some. Use a token without channels.");
    }

    /** A form sends what was left empty. */
    private static Optional<String> given(Optional<String> text) {
        return text.filter(some -> !some.isEmpty());
    }

    private static Instant time(String field, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw Problem.badField(field, field + " must be a time such as 2026-03-02T10:00:00Z");
        }
    }

    static long number(String field, String text, long most) {
        Problem wrong = Problem.badField(field, field + " must be a whole number between 1 and " + most);
        try {
            long number = Long.parseLong(text);
            if (number < 1 || number > most) throw wrong;
            return number;
        } catch (NumberFormatException e) {
            throw wrong;
        }
    }

    /** Some lines, and where to go on. */
    record Page(List<Line> items, @Nullable Long nextCursor) {
        Page {
            items = List.copyOf(items);
        }

        static Page of(List<AuditLine> lines, int limit) {
            boolean more = lines.size() == limit && lines.get(limit - 1).number() > 1;
            return new Page(
                    lines.stream().map(Line::of).toList(),
                    more ? lines.get(limit - 1).number() : null);
        }
    }

    /** A line as the API shows it. */
    record Line(
            long number,
            Instant at,
            String by,
            String role,
            String from,
            String action,
            String actionName,
            String subject,
            long count,
            String previousHash,
            String hash) {
        static Line of(AuditLine line) {
            return new Line(
                    line.number(),
                    line.note().at(),
                    line.note().by(),
                    line.note().role(),
                    line.note().from(),
                    line.note().action(),
                    ActionName.shown(line.note().action()),
                    line.note().subject(),
                    line.note().count(),
                    line.previousHash(),
                    line.hash());
        }
    }
}
