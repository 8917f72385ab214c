package dev.redrive.transform.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import dev.redrive.internal.text.CountedText;
import java.util.regex.Pattern;

/** A regular expression of a JSON Schema, whose search ends when the time for the whole check is over. */
record TimedRegex(Pattern pattern) implements RegularExpression {
    static TimedRegex of(String regex) {
        String anchored = RegularExpressions.replaceDollarAnchors(regex);
        return new TimedRegex(Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(anchored)));
    }

    @Override
    public boolean matches(String text) {
        return pattern.matcher(new CountedText(text, CheckContext::checkTime)).find();
    }
}
