package dev.redrive.server.web;

import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Makes Tomcat report its own errors as problems, and close connections whose requests do not come. */
@Component
final class TomcatProblems implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addContextCustomizers(TomcatProblems::report);
        factory.setProtocol(HeadDeadline.class.getName());
    }

    private static void report(Context context) {
        if (context.getParent() instanceof StandardHost host)
            host.setErrorReportValveClass(ProblemReportValve.class.getName());
    }
}
