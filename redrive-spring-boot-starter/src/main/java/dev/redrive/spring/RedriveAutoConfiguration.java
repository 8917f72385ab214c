package dev.redrive.spring;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Auto-configuration of the queue, which is opened and closed with the context. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration"
        })
@ConditionalOnBooleanProperty(name = "redrive.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RedriveProperties.class)
class RedriveAutoConfiguration {
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Redrive redrive(
            RedriveProperties properties,
            ObjectProvider<DataSource> dataSource,
            ObjectProvider<RedriveCustomizer> customizers) {
        RedriveBuilder redrive = opened(properties.store(), dataSource.getIfUnique());
        properties.applyTo(redrive);
        customizers.orderedStream().forEach(customizer -> customizer.customize(redrive));
        return redrive.open();
    }

    private static RedriveBuilder opened(@Nullable String url, @Nullable DataSource dataSource) {
        try {
            return StoreChoice.choose(url, dataSource);
        } catch (RuntimeException e) {
            throw new StoreNotOpened(url, e);
        }
    }

    @Bean
    @ConditionalOnMissingBean
    Letters redriveLetters(Redrive redrive) {
        return redrive.letters();
    }

    @Bean
    HandlerBeans redriveHandlers(
            Redrive redrive, ConfigurableListableBeanFactory beans, ObjectProvider<PayloadReader> reader) {
        return new HandlerBeans(redrive, beans, reader.getIfAvailable());
    }

    /** Payloads as objects. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    static class Json {
        @Bean
        @ConditionalOnBean(JsonMapper.class)
        PayloadReader redrivePayloadReader(ObjectProvider<JsonMapper> mapper) {
            return new JacksonPayloadReader(mapper.getObject());
        }
    }
}
