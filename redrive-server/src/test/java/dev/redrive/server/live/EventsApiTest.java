package dev.redrive.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.internal.event.Events;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.stats.TestQueue;
import dev.redrive.server.web.Problem;
import jakarta.servlet.Filter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.web.context.support.GenericWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class EventsApiTest {
    private final LiveEvents live =
            new LiveEvents(new Events(), JsonMapper.builder().build(), Duration.ofMillis(10));
    private final Events events = new Events();
    private final PageChanges pages =
            new PageChanges(events, List.of(), JsonMapper.builder().build(), InstantSource.system());

    @EnableWebMvc
    static class Mvc {}

    @Test
    void events_reach_a_client_over_http(@TempDir Path folder) throws Exception {
        Tomcat tomcat = serve(folder);
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(
                            "http://localhost:" + tomcat.getConnector().getLocalPort() + "/dlq/events"))
                    .header("Accept", "text/event-stream")
                    .build();
            HttpResponse<InputStream> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/event-stream");
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                assertThat(lines.readLine()).isEqualTo(":");
                live.publish("alert", Map.of("text", "Rückstau: größer als 10 000"));

                assertThat(nextFilled(lines)).isEqualTo("event: alert");
                assertThat(nextFilled(lines)).isEqualTo("data: {\"text\":\"Rückstau: größer als 10 000\"}");

                live.stop();
                assertThat(nextFilled(lines)).isEqualTo("end");
            }
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    @Test
    void one_watcher_too_many_is_refused_with_503() {
        Watcher.Outlet nowhere = new Watcher.Outlet() {
            @Override
            public void write(String text) {}

            @Override
            public void close() {}
        };
        for (int i = 0; i < LiveEvents.MOST_WATCHERS; i++) live.join(Scope.all(), nowhere);

        assertThatThrownBy(() -> new EventsApi(live, pages).events(TestQueue.requestBy()))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.status().value()).isEqualTo(503));
        live.stop();
    }

    private static String nextFilled(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (line != null && line.isEmpty()) line = lines.readLine();
        return line == null ? "end" : line;
    }

    private Tomcat serve(Path folder) throws Exception {
        GenericWebApplicationContext spring = new GenericWebApplicationContext();
        new AnnotatedBeanDefinitionReader(spring).register(Mvc.class);
        spring.registerBean(EventsApi.class, () -> new EventsApi(live, pages));
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector();
        Context context = tomcat.addContext("", folder.toString());
        Tomcat.addServlet(context, "mvc", new DispatcherServlet(spring)).setAsyncSupported(true);
        context.addServletMappingDecoded("/", "mvc");
        knowCaller(context);
        live.start();
        tomcat.start();
        return tomcat;
    }

    private static void knowCaller(Context context) {
        Filter filter = (request, response, chain) -> {
            request.setAttribute(Caller.class.getName(), TestQueue.caller());
            chain.doFilter(request, response);
        };
        FilterDef definition = new FilterDef();
        definition.setFilterName("caller");
        definition.setFilter(filter);
        definition.setAsyncSupported("true");
        context.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName("caller");
        map.addURLPattern("/*");
        context.addFilterMap(map);
    }
}
