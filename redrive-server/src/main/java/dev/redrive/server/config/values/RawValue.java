package dev.redrive.server.config.values;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A configured value before it is parsed; {@code place} says where it stands, for messages. */
public sealed interface RawValue {
    String place();

    /** For people: what kind of piece it is. */
    String kind();

    /** One value; {@code written} still has the placeholders, so that a message never shows what they stand for. */
    record Text(String text, String written, String place) implements RawValue {
        static Text of(String text, String place) {
            return new Text(text, text, place);
        }

        @Override
        public String kind() {
            return "a single value";
        }

        /** A record would print its value, which may be a secret. */
        @Override
        public String toString() {
            return "Text at " + place;
        }
    }

    /** A list. */
    record Items(List<RawValue> items, String place) implements RawValue {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A group of keys, in the order in which they were written. */
    record Keys(Map<String, RawValue> keys, String place) implements RawValue {
        public Keys {
            keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        }

        @Override
        public String kind() {
            return "a group of keys";
        }
    }

    /** A key without a value, which counts as if the key were not there. */
    record Nothing(String place) implements RawValue {
        @Override
        public String kind() {
            return "empty";
        }
    }

    /** A wrong value whose mistake was reported already. */
    record Broken(String place) implements RawValue {
        @Override
        public String kind() {
            return "broken";
        }
    }
}
