package dev.redrive.server.letters;

import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.Header;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.server.pages.NameText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Headers and payloads of two messages side by side, line by line, so that a page can mark what differs. Bounded, whatever the messages
 * are.
 *
 * @param isWhole false when only the beginnings of the payloads were compared
 */
public record LineComparison(List<Line> headers, List<Line> payload, boolean isWhole) {
    private static final int LINES = 200;
    private static final int LONGEST = 300;

    /** A line of both, or of one of them. */
    public record Line(@Nullable String left, @Nullable String right) {
        public boolean isSame() {
            return Objects.equals(left, right);
        }
    }

    public static LineComparison of(Message left, Message right) {
        List<String> a = payload(left.payload());
        List<String> b = payload(right.payload());
        return new LineComparison(
                lines(headers(left), headers(right)), lines(a, b), a.size() < LINES && b.size() < LINES);
    }

    private static List<String> headers(Message message) {
        return message.headers().list().stream()
                .map(LineComparison::header)
                .sorted()
                .limit(LINES)
                .toList();
    }

    private static String header(Header header) {
        String value = header.value().isText()
                ? header.value().text()
                : "binary, " + NameText.size(header.value().size());
        return ShortText.withDots(header.name() + ": " + value, LONGEST);
    }

    private static List<String> payload(Payload payload) {
        String text = PayloadView.of(payload).tokens().stream()
                .map(PrettyJson.Token::text)
                .collect(Collectors.joining());
        return text.lines()
                .limit(LINES)
                .map(line -> ShortText.withDots(line, LONGEST))
                .toList();
    }

    /** The longest common lines stand beside each other; of the rest, those in the same place. */
    static List<Line> lines(List<String> left, List<String> right) {
        int[][] common = common(left, right);
        List<Line> lines = new ArrayList<>();
        List<String> onlyLeft = new ArrayList<>();
        List<String> onlyRight = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < left.size() || j < right.size()) {
            if (i < left.size() && j < right.size() && left.get(i).equals(right.get(j))) {
                pair(lines, onlyLeft, onlyRight);
                lines.add(new Line(left.get(i++), right.get(j++)));
            } else if (j == right.size() || (i < left.size() && common[i + 1][j] >= common[i][j + 1])) {
                onlyLeft.add(left.get(i++));
            } else {
                onlyRight.add(right.get(j++));
            }
        }
        pair(lines, onlyLeft, onlyRight);
        return List.copyOf(lines);
    }

    private static void pair(List<Line> lines, List<String> onlyLeft, List<String> onlyRight) {
        for (int i = 0; i < Math.max(onlyLeft.size(), onlyRight.size()); i++)
            lines.add(new Line(
                    i < onlyLeft.size() ? onlyLeft.get(i) : null, i < onlyRight.size() ? onlyRight.get(i) : null));
        onlyLeft.clear();
        onlyRight.clear();
    }

    /** How many lines the ends of both have in common, from each place on. */
    private static int[][] common(List<String> left, List<String> right) {
        int[][] common = new int[left.size() + 1][right.size() + 1];
        for (int i = left.size() - 1; i >= 0; i--)
            for (int j = right.size() - 1; j >= 0; j--)
                common[i][j] = left.get(i).equals(right.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
        return common;
    }
}
