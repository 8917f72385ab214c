package dev.redrive.transform.jslt;

import com.schibsted.spt.data.jslt.impl.ExpressionImpl;
import com.schibsted.spt.data.jslt.impl.ExpressionNode;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * Puts a {@link MeteredNode} around every part of a compiled expression. JSLT has no limits of its own and no place to
 * hang them, so the fields that hold its parts are set from outside. A test checks that no part is left out.
 */
final class Metering {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Queue<Object> waiting = new ArrayDeque<>();

    private Metering() {}

    static void install(ExpressionImpl expression) {
        try {
            new Metering().visitAll(expression);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the parts of a JSLT expression are not where they were", e);
        }
    }

    /** One after the other and not one inside the other: an expression may be nested more deeply than the stack. */
    private void visitAll(Object first) throws IllegalAccessException {
        enqueue(first);
        for (Object owner = waiting.poll(); owner != null; owner = waiting.poll()) visit(owner);
    }

    private void enqueue(Object owner) {
        if (seen.add(owner)) waiting.add(owner);
    }

    private void visit(Object owner) throws IllegalAccessException {
        for (Class<?> type = owner.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) visit(owner, field);
            }
        }
    }

    private void visit(Object owner, Field field) throws IllegalAccessException {
        Class<?> type = field.getType();
        Class<?> element = type.isArray() ? type.getComponentType() : type;
        if (!ExpressionNode.class.isAssignableFrom(element) && !Map.class.isAssignableFrom(type)) return;
        field.setAccessible(true);
        Object held = field.get(owner);
        if (held instanceof Map<?, ?> map) visitValues(map);
        else if (held != null && type.isArray()) visitArray(held, element);
        else if (held instanceof ExpressionNode part) {
            enqueue(part);
            if (element == ExpressionNode.class) field.set(owner, metered(part));
        }
    }

    private void visitArray(Object array, Class<?> element) throws IllegalAccessException {
        for (int i = 0; i < Array.getLength(array); i++) {
            if (!(Array.get(array, i) instanceof ExpressionNode part)) continue;
            enqueue(part);
            if (element == ExpressionNode.class) Array.set(array, i, metered(part));
        }
    }

    private void visitValues(Map<?, ?> map) throws IllegalAccessException {
        for (Object value : map.values()) {
            if (value instanceof ExpressionNode part) enqueue(part);
        }
    }

    private static ExpressionNode metered(ExpressionNode part) {
        return part instanceof MeteredNode ? part : new MeteredNode(part);
    }
}
