package dev.redrive.server.docs;

import java.util.List;

/**
 * What the page of the HTTP API shows: every operation of the description, by subject.
 *
 * @param about what holds for all operations, by paragraph
 * @param problems the answers that most operations have in common
 */
public record ApiReference(List<List<TextPart>> about, List<Section> sections, List<Problem> problems) {
    /** The operations on one subject. */
    public record Section(String name, String about, List<Operation> operations) {
        public String anchor() {
            return "about-" + name;
        }
    }

    /**
     * One method on one path.
     *
     * @param role the least role that may call it, or none
     * @param problems the problems that are described once for all operations
     */
    public record Operation(
            String id,
            String method,
            String path,
            String summary,
            List<List<TextPart>> text,
            String role,
            List<Parameter> parameters,
            List<Example> bodies,
            List<Answer> answers,
            List<Problem> problems) {}

    /**
     * A part of a request's address or a header.
     *
     * @param type what it must look like, in words
     */
    public record Parameter(String name, String place, boolean required, String type, List<TextPart> text) {}

    /** A body as a caller may send it, or as the server answers it. */
    public record Example(String name, String json) {}

    /** What the server may answer. */
    public record Answer(String status, List<TextPart> text, List<Example> examples) {}

    /** A refusal that several operations have in common. */
    public record Problem(String name, Answer answer) {
        public String anchor() {
            return "problem-" + name;
        }
    }

    public long count() {
        return sections.stream()
                .mapToLong(section -> section.operations().size())
                .sum();
    }
}
