package dev.redrive.internal.cause;

import dev.redrive.internal.text.ShortText;

/** Reads one line of a stack trace, without its leading {@code at}. */
final class StackFrame {
    private static final int LIMIT = 300;

    private static final String[] FRAMEWORKS = {
        "java.",
        "javax.",
        "jakarta.",
        "jdk.",
        "sun.",
        "com.sun.",
        "kotlin.",
        "kotlinx.",
        "scala.",
        "groovy.",
        "clojure.",
        "org.springframework.",
        "org.apache.kafka.",
        "org.apache.tomcat.",
        "org.apache.catalina.",
        "org.apache.coyote.",
        "org.apache.http.",
        "org.apache.hc.",
        "org.apache.camel.",
        "org.apache.maven.",
        "org.apache.commons.",
        "org.apache.groovy.",
        "org.codehaus.groovy.",
        "org.eclipse.jetty.",
        "org.hibernate.",
        "org.jboss.",
        "org.junit.",
        "junit.",
        "org.testng.",
        "org.mockito.",
        "org.gradle.",
        "org.aspectj.",
        "org.postgresql.",
        "org.sqlite.",
        "org.h2.",
        "org.mariadb.",
        "org.jooq.",
        "org.slf4j.",
        "org.reactivestreams.",
        "com.mysql.",
        "com.mongodb.",
        "com.zaxxer.hikari.",
        "com.fasterxml.",
        "com.google.common.",
        "com.google.gson.",
        "com.google.protobuf.",
        "tools.jackson.",
        "ch.qos.logback.",
        "feign.",
        "io.confluent.",
        "io.github.resilience4j.",
        "io.grpc.",
        "io.lettuce.",
        "io.micrometer.",
        "io.netty.",
        "io.opentelemetry.",
        "io.quarkus.",
        "io.r2dbc.",
        "io.reactivex.",
        "io.smallrye.",
        "io.undertow.",
        "io.vertx.",
        "net.bytebuddy.",
        "net.sf.cglib.",
        "okhttp3.",
        "okio.",
        "reactor.",
        "redis.clients.",
        "retrofit2.",
        "node:",
        "internal/",
        "<anonymous>",
        "new Promise"
    };

    private StackFrame() {}

    /** Where code of ours plays an application: the examples, and the services of the demo's shop. */
    private static final String[] OUR_APPLICATIONS = {
        "dev.redrive.examples.",
        "dev.redrive.server.demo.InvoiceService",
        "dev.redrive.server.demo.Partner",
        "dev.redrive.server.demo.PaymentService",
        "dev.redrive.server.demo.Warehouse"
    };

    /** Our own code, which says nothing about why a message failed. */
    static boolean isOurs(String line) {
        if (isScript(line)) return false;
        int at = afterModule(line);
        if (!line.startsWith("dev.redrive.", at)) return false;
        for (String application : OUR_APPLICATIONS) if (line.startsWith(application, at)) return false;
        return true;
    }

    static boolean isOfApplication(String line) {
        if (isScript(line)) return !isScriptLibrary(line) && !startsWithFramework(line, 0);
        return !isGenerated(line) && !isOurs(line) && !startsWithFramework(line, afterModule(line));
    }

    /** The place in the code without what changes from build to build or from run to run: lines, counters, addresses. */
    static String normalised(String line) {
        String whole = isScript(line) ? scriptFrame(line) : javaFrame(line);
        return ShortText.cut(whole, LIMIT);
    }

    /** JavaScript: {@code name (path:1:2)} or {@code path:1:2}; Python: {@code File "path", line 1, in name}. */
    private static boolean isScript(String line) {
        int paren = line.indexOf('(');
        return paren <= 0 || line.charAt(paren - 1) == ' ';
    }

    private static boolean isScriptLibrary(String line) {
        return line.contains("node_modules/")
                || line.contains("(node:")
                || line.contains("(internal/")
                || line.contains("site-packages/")
                || line.contains("File \"<frozen");
    }

    private static boolean startsWithFramework(String line, int from) {
        for (String framework : FRAMEWORKS) {
            if (line.startsWith(framework, from)) return true;
        }
        return false;
    }

    /** A proxy made at run time: it stands between two frames of written code. */
    private static boolean isGenerated(String line) {
        return line.contains("(<generated>)")
                || line.contains("$Proxy")
                || line.contains("CGLIB$$")
                || line.contains("$ByteBuddy$")
                || line.contains("$HibernateProxy$");
    }

    /** Past {@code app//} or {@code java.base@17/}, but not past the address in {@code Some$$Lambda/0x0000f00.run}. */
    private static int afterModule(String line) {
        int slash = line.lastIndexOf('/', line.indexOf('('));
        while (slash >= 0 && line.startsWith("0x", slash + 1)) slash = line.lastIndexOf('/', slash - 1);
        return slash + 1;
    }

    private static String javaFrame(String line) {
        int end = line.indexOf('(');
        StringBuilder name = new StringBuilder(end);
        int at = afterModule(line);
        while (at < end) {
            char c = line.charAt(at++);
            if (c == '/') {
                while (at < end && line.charAt(at) != '.') at++;
                continue;
            }
            name.append(c);
            if (c == '$') at = afterDigits(line, at, end);
        }
        return withoutTrailingDollars(name);
    }

    private static String withoutTrailingDollars(StringBuilder name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '$') end--;
        return name.substring(0, end);
    }

    private static String scriptFrame(String line) {
        int from = line.startsWith("async ") ? 6 : 0;
        int pythonLine = line.indexOf("\", line ");
        if (pythonLine >= 0) {
            int digits = pythonLine + 8;
            return line.substring(from, pythonLine + 1) + line.substring(afterDigits(line, digits, line.length()));
        }
        int close = line.endsWith(")") ? line.length() - 1 : line.length();
        return line.substring(from, beforePosition(line, close)) + line.substring(close);
    }

    /** Drops up to two {@code :12} from the end. */
    private static int beforePosition(String line, int end) {
        int at = end;
        for (int i = 0; i < 2; i++) {
            int digits = at;
            while (digits > 0 && isDigit(line.charAt(digits - 1))) digits--;
            if (digits == at || digits == 0 || line.charAt(digits - 1) != ':') return at;
            at = digits - 1;
        }
        return at;
    }

    private static int afterDigits(String line, int from, int end) {
        int at = from;
        while (at < end && isDigit(line.charAt(at))) at++;
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
