package dev.redrive.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.docs.ApiReference.Operation;
import dev.redrive.server.docs.ApiReference.Section;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceReaderTest {
    private final ApiReference reference = ReferenceReader.of(Description.read().json());

    @Test
    void every_operation_of_the_description_is_shown_once() {
        long described = Description.content().get("paths") instanceof Map<?, ?> paths
                ? paths.values().stream()
                        .flatMap(path -> ((Map<?, ?>) path).keySet().stream())
                        .filter(key ->
                                List.of("get", "post", "put", "patch", "delete").contains(key))
                        .count()
                : 0;

        assertThat(reference.count()).isEqualTo(described).isPositive();
        assertThat(operations()).doesNotHaveDuplicates();
        assertThat(operations()).extracting(Operation::id).doesNotHaveDuplicates();
    }

    private List<Operation> operations() {
        return reference.sections().stream()
                .map(Section::operations)
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void parameters_that_a_path_shares_are_resolved_and_said_in_words() {
        Operation release = operation("releaseChannel");

        assertThat(release.parameters()).singleElement().satisfies(parameter -> {
            assertThat(parameter.name()).isEqualTo("name");
            assertThat(parameter.required()).isTrue();
            assertThat(parameter.type()).isEqualTo("string at most 255 characters");
        });
        assertThat(release.role()).isEqualTo("operator");
        assertThat(release.bodies()).isNotEmpty();
    }

    private Operation operation(String id) {
        return operations().stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void refusals_that_operations_share_are_described_once() {
        assertThat(operation("releaseChannel").answers())
                .extracting(answer -> answer.status())
                .containsExactly("200");
        assertThat(operation("releaseChannel").problems())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(reference.problems()).containsOnlyOnce(problem));
    }

    @Test
    void marks_in_texts_become_code_and_emphasis() {
        assertThat(TextPart.paragraphs("Send `id` to a *target*,\n**now**.\n\nThen wait: 2 * 3 * 4."))
                .containsExactly(
                        List.of(
                                new TextPart(TextPart.Kind.PLAIN, "Send "),
                                new TextPart(TextPart.Kind.CODE, "id"),
                                new TextPart(TextPart.Kind.PLAIN, " to a "),
                                new TextPart(TextPart.Kind.EMPHASIS, "target"),
                                new TextPart(TextPart.Kind.PLAIN, ", "),
                                new TextPart(TextPart.Kind.STRONG, "now"),
                                new TextPart(TextPart.Kind.PLAIN, ".")),
                        List.of(new TextPart(TextPart.Kind.PLAIN, "Then wait: 2 * 3 * 4.")));
    }
}
