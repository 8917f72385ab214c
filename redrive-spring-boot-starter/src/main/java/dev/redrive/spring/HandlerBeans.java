package dev.redrive.spring;

import dev.redrive.Redrive;
import dev.redrive.text.Glob;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Finds the methods with {@link RedriveHandler} when all beans are there, and registers them when the context is ready:
 * the engine is the last to start and the first to stop, so a handler finds everything that it uses.
 */
final class HandlerBeans implements SmartInitializingSingleton, SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerBeans.class);

    private final Redrive redrive;
    private final ConfigurableListableBeanFactory beans;
    private final @Nullable PayloadReader reader;
    private final Map<String, HandlerMethod> handlers = new LinkedHashMap<>();
    private volatile boolean running;

    HandlerBeans(Redrive redrive, ConfigurableListableBeanFactory beans, @Nullable PayloadReader reader) {
        this.redrive = redrive;
        this.beans = beans;
        this.reader = reader;
    }

    // Finding

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanNamesForType(Object.class)) {
            if (!ScopedProxyUtils.isScopedTarget(name)) find(name);
        }
    }

    private void find(String bean) {
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, bean);
        if (type == null || !AnnotationUtils.isCandidateClass(type, RedriveHandler.class)) return;
        Map<Method, RedriveHandler> found = MethodIntrospector.selectMethods(type, HandlerBeans::annotation);
        found.forEach((method, wanted) -> add(bean, method, wanted));
    }

    private static @Nullable RedriveHandler annotation(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, RedriveHandler.class);
    }

    private void add(String bean, Method method, RedriveHandler wanted) {
        Class<?> type = beans.getType(bean);
        Method invocable = AopUtils.selectInvocableMethod(method, type == null ? method.getDeclaringClass() : type);
        HandlerMethod handler = new HandlerMethod(() -> beans.getBean(bean), invocable, wanted, reader);
        HandlerMethod other = handlers.putIfAbsent(handler.channel(), handler);
        if (other != null)
            throw new IllegalStateException("the channel " + handler.channel() + " has two @RedriveHandler, " + other
                    + " and " + handler + "; a letter can only be handled by one");
    }

    // Working

    @Override
    public void start() {
        List<HandlerMethod> inOrder =
                handlers.values().stream().sorted(mostSpecificFirst()).toList();
        inOrder.forEach(handler -> handler.addTo(redrive));
        if (!inOrder.isEmpty())
            LOG.info(
                    "letters are handled for {}",
                    inOrder.stream().map(HandlerMethod::channel).toList());
        running = true;
    }

    private static Comparator<HandlerMethod> mostSpecificFirst() {
        return Comparator.comparing((HandlerMethod handler) -> !new Glob(handler.channel()).isLiteral())
                .thenComparing(handler -> -handler.channel().length());
    }

    @Override
    public void stop() {
        running = false;
        redrive.stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** The engine does not start a second time. */
    @Override
    public boolean isPauseable() {
        return false;
    }
}
