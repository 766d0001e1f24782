import type { Provider } from '@nestjs/common';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import { AuthService } from './auth.service.js';
import { AUTH_DECLARED, AUTH_INSTANCE, AUTH_ROUTER_PATH } from './config/auth-config.token.js';
import { type DeclaredInstance, type Instance, nameInstance } from './config/module-instance.js';
import { ContextOpener } from './guard/auth-context.js';
import { CONTEXT_OPENER, openContextsOfMessages } from './guard/open-contexts.js';
import type { PlatformRequest } from './request/platform/platform-request.js';

/** The other modules are known here: Nest scans all modules before it creates any provider. */
export const instance: Provider = {
  provide: AUTH_INSTANCE,
  inject: [AUTH_DECLARED, ModulesContainer],
  useFactory: (own: DeclaredInstance, modules: ModulesContainer): Instance =>
    nameInstance(own, declaredIn(modules)),
};

/** Returns the AuthModules of an application. */
export function declaredIn(modules: ModulesContainer): DeclaredInstance[] {
  return [...modules.values()].flatMap(({ providers }) => {
    const declared = providers.get(AUTH_DECLARED)?.instance as DeclaredInstance | undefined;
    return declared ? [declared] : [];
  });
}

/** The metadata key of a module's path, which Nest's `RouterModule` sets for each application. */
const MODULE_PATH = '__module_path__';

/** A provider, since listeners of a microservice are registered before `onModuleInit`. */
export const contextOpening: Provider = {
  provide: CONTEXT_OPENER,
  inject: [AuthService, ApplicationConfig],
  useFactory: (auth: AuthService, application: ApplicationConfig): ContextOpener => {
    const opener = new ContextOpener({
      ofRequest: (request, session) => auth.sessions.tokenOf(request as PlatformRequest, session),
      ofMessage: (message, session) => {
        const request = auth.sources.messageRequest(message);
        return request && auth.sessions.tokenOf(request, session);
      },
    });
    openContextsOfMessages(opener, application);
    return opener;
  },
};

/** @param module - whose path `RouterModule` sets */
export const routerPathOf = (module: object): Provider => ({
  provide: AUTH_ROUTER_PATH,
  inject: [ModulesContainer],
  // A function, since `RouterModule` may be instantiated after this module.
  useFactory:
    ({ applicationId }: ModulesContainer) =>
    (): string =>
      String(Reflect.getMetadata(MODULE_PATH + applicationId, module) ?? ''),
});
