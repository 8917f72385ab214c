package dev.redrive.server.audit;

import dev.redrive.audit.AuditLine;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.web.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Everything on the page of the audit log.
 *
 * @param wrongTime why the time as it was typed is no range; there are no lines then
 * @param older the address of the page with older lines
 */
public record AuditView(
        List<AuditLine> lines, Choice choice, Optional<String> older, boolean isFirstPage, Optional<String> wrongTime) {
    private static final Pattern LETTER = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Whether it is about a field of the page. */
    static boolean isField(Problem problem) {
        return "time".equals(problem.extras().get("field"));
    }

    static AuditView refused(Choice choice, Problem problem) {
        return new AuditView(List.of(), choice, Optional.empty(), true, Optional.ofNullable(problem.getMessage()));
    }

    /** What the reader asked for in the address. */
    public record Choice(String by, String action, String subject, String time) {
        public boolean isFiltered() {
            return !by.isEmpty() || !action.isEmpty() || !subject.isEmpty() || !time.isEmpty();
        }

        String address(long before) {
            return UriComponentsBuilder.fromPath("/audit")
                    .queryParam("by", "{by}")
                    .queryParam("action", "{action}")
                    .queryParam("subject", "{subject}")
                    .queryParam("time", "{time}")
                    .queryParam("before", before)
                    .encode()
                    .buildAndExpand(Map.of("by", by, "action", action, "subject", subject, "time", time))
                    .toUriString();
        }
    }

    /** The name of what was done, as people read it. */
    public static String action(AuditLine line) {
        return ActionName.shown(line.note().action());
    }

    /** How many letters it changed; a dash for what is not about letters. */
    public static String letters(AuditLine line) {
        return line.note().count() == 0 ? "–" : NameText.number(line.note().count());
    }

    /** The page of what a line is about, when it has one. */
    public static Optional<String> page(AuditLine line) {
        String subject = line.note().subject();
        if (!LETTER.matcher(subject).matches()) return Optional.empty();
        String action = line.note().action();
        if (action.startsWith("cause ")) return Optional.of("/causes/" + subject);
        return Optional.of((action.startsWith("replay ") ? "/replays/" : "/letters/") + subject);
    }
}
