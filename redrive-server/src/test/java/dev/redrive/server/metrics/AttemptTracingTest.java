package dev.redrive.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.engine.Target;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.server.stats.TestQueue;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttemptTracingTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String CAPTURED = "00-" + TRACE + "-" + PARENT + "-01";

    private final TestQueue queue = new TestQueue();
    private final Finished finished = new Finished();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(finished))
            .build();
    private final AttemptTracing tracing = tracing();

    private AttemptTracing tracing() {
        Tracer tracer = provider.get("test");
        return new AttemptTracing(
                new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {}),
                new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), tracer));
    }

    @AfterEach
    void close() {
        provider.close();
        queue.close();
    }

    @Test
    void an_attempt_is_a_span_in_the_captured_trace_and_hands_its_own_context_on() throws Exception {
        DeadLetter letter = letter(Map.of("Traceparent", CAPTURED));
        Map<String, String> sent = new HashMap<>();

        tracing.around(sending(sent)).send(letter);

        SpanData span = finished.spans.get(0);
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo(PARENT);
        assertThat(sent).containsEntry("traceparent", "00-" + TRACE + "-" + span.getSpanId() + "-01");
        assertThat(span.getAttributes().asMap().values()).contains(letter.id().toString(), "orders");
    }

    @Test
    void a_letter_without_a_trace_begins_one() throws Exception {
        Map<String, String> sent = new HashMap<>();

        tracing.around(sending(sent)).send(letter(Map.of()));

        assertThat(sent.get("traceparent")).contains(finished.spans.get(0).getTraceId());
    }

    @Test
    void a_failed_attempt_fails_as_before_and_its_span_says_the_type_and_not_the_message() {
        Target failing = tracing.around(letter -> {
            throw new IllegalStateException("card of Ann declined");
        });

        assertThatThrownBy(() -> failing.send(letter(Map.of()))).hasMessage("card of Ann declined");

        SpanData span = finished.spans.get(0);
        assertThat(span.getAttributes().asMap().values()).contains("java.lang.IllegalStateException");
        assertThat(span.toString()).doesNotContain("Ann");
    }

    @Test
    void a_captured_trace_that_no_header_can_carry_is_left_out() {
        DeadLetter letter = letter(Map.of("traceparent", CAPTURED + "\r\nEvil: yes", "tracestate", "a=b"));

        assertThat(AttemptTracing.none().headers(letter)).containsExactly(Map.entry("tracestate", "a=b"));
    }

    @Test
    void without_a_tracer_the_captured_trace_is_handed_on() throws Exception {
        AttemptTracing none = AttemptTracing.none();
        DeadLetter letter = letter(Map.of("traceparent", CAPTURED, "tracestate", "a=b", "content-type", "text/plain"));
        Map<String, String> sent = new HashMap<>();

        Target.Delivery delivery = none.around(one -> {
                    sent.putAll(none.headers(one));
                    return new Target.Delivery.Done();
                })
                .send(letter);

        assertThat(delivery).isEqualTo(new Target.Delivery.Done());
        assertThat(sent).containsOnly(Map.entry("traceparent", CAPTURED), Map.entry("tracestate", "a=b"));
    }

    private Target sending(Map<String, String> sent) {
        return letter -> {
            sent.putAll(tracing.headers(letter));
            return new Target.Delivery.Done();
        };
    }

    private DeadLetter letter(Map<String, String> headers) {
        LetterId id = queue.has(letter -> letter.message(Message.of("{}").with(Headers.of(headers))));
        return queue.letters().find(id).orElseThrow();
    }

    private static final class Finished implements SpanExporter {
        private final List<SpanData> spans = new ArrayList<>();

        @Override
        public CompletableResultCode export(Collection<SpanData> more) {
            spans.addAll(more);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
