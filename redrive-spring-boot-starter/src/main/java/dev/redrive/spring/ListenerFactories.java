package dev.redrive.spring;

import dev.redrive.kafka.spring.DlqErrorHandler;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.CommonErrorHandler;

/**
 * Gives the error handler to the containers of every listener container factory, also the application's own, unless they have
 * an error handler of their own. It steps in when a container is made: only then the container has its listener.
 */
final class ListenerFactories implements BeanPostProcessor {
    private final ObjectProvider<DlqErrorHandler> errorHandler;

    ListenerFactories(ObjectProvider<DlqErrorHandler> errorHandler) {
        this.errorHandler = errorHandler;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof AbstractKafkaListenerContainerFactory<?, ?, ?>)) return bean;
        ProxyFactory proxy = new ProxyFactory(bean);
        proxy.setProxyTargetClass(true);
        proxy.addAdvice((MethodInterceptor) this::call);
        return proxy.getProxy(bean.getClass().getClassLoader());
    }

    private @Nullable Object call(MethodInvocation call) throws Throwable {
        Object result = call.proceed();
        if (call.getMethod().getName().equals("createListenerContainer")
                && result instanceof AbstractMessageListenerContainer<?, ?> container)
            errorHandler.ifAvailable(handler -> attach(handler, container));
        return result;
    }

    /** With Kafka transactions there is a roll back instead of an error handler. */
    private static void attach(DlqErrorHandler handler, AbstractMessageListenerContainer<?, ?> container) {
        CommonErrorHandler own = container.getCommonErrorHandler();
        boolean transactional = container.getContainerProperties().getKafkaAwareTransactionManager() != null;
        if (!transactional && (own == null || own == handler)) handler.attachTo(container);
    }
}
