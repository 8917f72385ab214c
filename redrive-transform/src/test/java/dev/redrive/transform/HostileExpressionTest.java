package dev.redrive.transform;

import static dev.redrive.transform.TestLetters.evaluated;
import static dev.redrive.transform.TestLetters.jslt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.schibsted.spt.data.jslt.impl.ExpressionImpl;
import com.schibsted.spt.data.jslt.impl.ExpressionNode;
import dev.redrive.transform.jslt.JsltExpression;
import dev.redrive.transform.jslt.MeteredNode;
import dev.redrive.transform.letter.Transforms;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Expressions that need too much time or memory. Each must end soon, in little memory, with a message for its author. */
@Timeout(20)
class HostileExpressionTest {
    private static final TransformLimits SMALL = new TransformLimits(1024 * 1024, Duration.ofMillis(500));

    /** Java searches simple patterns cleverly; a back reference makes it try everything. */
    static List<String> tooMuch() {
        String ten = "[1,2,3,4,5,6,7,8,9,0]";
        return List.of(
                "def f(n) f($n + 1) f(0)",
                "def f(n) [f($n)] f(0)",
                "def f(n) if ($n > 0) f($n - 1) + f($n - 1) else 1 f(60)",
                ("[for (" + ten + ") ").repeat(12) + "1" + "]".repeat(12),
                "size(" + ("[for (" + ten + ") ").repeat(12) + "1" + "]".repeat(12) + ")",
                "\"0123456789\"" + " | . + .".repeat(60),
                "[.]" + " | . + .".repeat(60),
                "[.]" + " | [., .]".repeat(200),
                "size(to-json([.]" + " | [., .]".repeat(200) + "))",
                "([1]" + " | [., .]".repeat(200) + ") == ([1]" + " | [., .]".repeat(200) + ")",
                "[.]" + " | [.]".repeat(2000),
                "{\"a\":1}" + " | {\"a\": ., \"b\": .}".repeat(100),
                "test(\"" + "a".repeat(40) + "!\", \"^(a+)+\\\\1$\")",
                "capture(\"" + "a".repeat(40) + "!\", \"^(?<x>(a+)+)\\\\2$\")",
                "split(\"" + "a".repeat(40) + "!\", \"(a+)+\\\\1$\")",
                "replace(\"" + "a".repeat(40) + "!\", \"(a+)+\\\\1$\", \"b\")",
                "let long = (\"0123456789\"" + " | . + .".repeat(15) + ") replace($long, \"0\", $long)",
                "let long = (\"0123456789\"" + " | . + .".repeat(15) + ") join([for (split($long, \"\")) .], $long)",
                "let a = (\"0123456789\"" + " | . + .".repeat(15) + ") "
                        + "let b = $a + $a let c = [for (split($a, \"\")) $a + .] size($c)",
                "{for (" + ten + ") string(.) : " + ("[for (" + ten + ") ").repeat(9) + "1" + "]".repeat(9) + "}");
    }

    @ParameterizedTest
    @MethodSource("tooMuch")
    void an_expression_beyond_the_limits_is_stopped(String expression) {
        Transform transform = Transforms.parse(jslt("jslt", expression), SMALL);

        assertThatThrownBy(() -> transform.apply(TestLetters.saying("{\"a\":1}")))
                .isInstanceOf(TransformFailed.class)
                .hasMessageStartingWith("jslt: ");
    }

    @Test
    void a_regular_expression_over_hostile_text_ends() {
        String text = "{\"s\":\"" + "a".repeat(50) + "!\"}";

        assertThatThrownBy(() -> evaluated(text, "test(.s, \"^(a|a)*\\\\1b$\")"))
                .isInstanceOf(TransformFailed.class)
                .hasMessageContaining("takes longer than the 2000 ms");
    }

    @Test
    void an_expression_nested_too_deeply_is_refused() {
        String nested = "(".repeat(30_000) + "1" + ")".repeat(30_000);

        assertThatThrownBy(() -> Transforms.parse(jslt("jslt", nested)))
                .isInstanceOf(BadTransform.class)
                .hasMessage("jslt: is nested too deeply");
    }

    @Test
    void an_expression_that_is_too_long_is_refused() {
        assertThatThrownBy(() -> Transforms.parse(jslt("jslt", "\"" + "é".repeat(33_000) + "\"")))
                .isInstanceOf(BadTransform.class)
                .hasMessage("jslt: is longer than the 65536 bytes that are allowed");
    }

    @Test
    void a_result_that_is_too_large_is_refused() {
        Transform transform = Transforms.parse(
                "{\"patch\":[{\"op\":\"add\",\"path\":\"/b\",\"value\":\"0123456789\"}]}",
                TransformLimits.defaults().withResultBytes(20));

        assertThat(transform.apply(TestLetters.saying("{}")).payload().text()).isEqualTo("{\"b\":\"0123456789\"}");
        assertThatThrownBy(() -> transform.apply(TestLetters.saying("{\"a\":1}")))
                .isInstanceOf(TransformFailed.class)
                .hasMessage("the result is larger than the 20 bytes that are allowed");
    }

    @Test
    void a_number_that_json_cannot_hold_is_refused() {
        assertThatThrownBy(() -> evaluated("{}", "{\"a\": 1.5 / 0}"))
                .isInstanceOf(TransformFailed.class)
                .hasMessageStartingWith("jslt: ");
    }

    /** JSLT may get new kinds of parts; they must be metered too. */
    @Test
    void every_part_of_an_expression_is_metered() throws Exception {
        String all = "let a = .x def f(n, m) let y = $n if ($y) let z = 1 $m + $z else let q = 2 $q "
                + "{let b = 1 \"o\": {\"k\": $b, * - x : .}, \"f\": [for (.l) let c = . $c if (. > 1)],"
                + " \"g\": {for (.l) let d = . string(.) : $d if (true)}, \"s\": .l[1 : 2], \"i\": .l[0], \"e\": f(1, 2),"
                + " \"m\": fallback(.a, .b), \"p\": (.x | .y), \"n\": not(.a and .b or .c == .d), \"q\": [.a, .b - 1]}";

        List<String> bare = new ArrayList<>();
        ExpressionImpl expression = compiled(all);
        look(expression, new HashSet<>(), bare);

        assertThat(bare).isEmpty();
    }

    private static ExpressionImpl compiled(String source) throws Exception {
        JsltExpression expression = JsltExpression.parse("jslt", source, List.of(), SMALL);
        Field field = JsltExpression.class.getDeclaredField("expression");
        field.setAccessible(true);
        return (ExpressionImpl) field.get(expression);
    }

    /** Fields that are declared as any part must hold a metered one, wherever they are. */
    private static void look(Object owner, Set<Integer> seen, List<String> bare) throws Exception {
        if (!seen.add(System.identityHashCode(owner))) return;
        for (Class<?> type = owner.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (java.lang.reflect.Modifier.isStatic(field.getModifiers())
                        || field.getType().isPrimitive()) continue;
                if (!owner.getClass().getName().startsWith("com.schibsted") && !(owner instanceof MeteredNode))
                    continue;
                field.setAccessible(true);
                for (Object part : parts(field.get(owner))) {
                    Class<?> declared =
                            field.getType().isArray() ? field.getType().getComponentType() : field.getType();
                    if (declared == ExpressionNode.class
                            && !(owner instanceof MeteredNode)
                            && !(part instanceof MeteredNode))
                        bare.add(owner.getClass().getSimpleName() + "." + field.getName());
                    look(part, seen, bare);
                }
            }
        }
    }

    private static List<ExpressionNode> parts(@org.jspecify.annotations.Nullable Object held) {
        List<ExpressionNode> parts = new ArrayList<>();
        Iterable<?> all = held instanceof Object[] array
                ? List.of(array)
                : held instanceof java.util.Map<?, ?> map ? map.values() : held == null ? List.of() : List.of(held);
        for (Object each : all) if (each instanceof ExpressionNode part) parts.add(part);
        return parts;
    }
}
