package dev.redrive.transform;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;

/** A regular expression of a JSON Schema, whose search ends when the time for the whole check is over. */
record PatientRegex(Pattern pattern) implements RegularExpression {
    static PatientRegex of(String regex) {
        String anchored = RegularExpressions.replaceDollarAnchors(regex);
        return new PatientRegex(Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(anchored)));
    }

    @Override
    public boolean matches(String text) {
        return pattern.matcher(new PatientText(text, CheckContext::checkTime)).find();
    }
}
