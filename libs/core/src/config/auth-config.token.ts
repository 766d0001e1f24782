/** Token of what the application passed to `forRoot` or `forRootAsync`: an object or a function. */
export const AUTH_CONFIG_INPUT = Symbol('authnest:config-input');

/** Token of the extra `basePath`: where Nest mounts the endpoints. */
export const AUTH_MOUNT_PATH = Symbol('authnest:mount-path');

/** Token of the extras that name an AuthModule: what each module of an application declares. */
export const AUTH_DECLARED = Symbol('authnest:declared');

/** Token of the name that an AuthModule has among those of its application. */
export const AUTH_INSTANCE = Symbol('authnest:instance');

/** Token of a function that states whether the application made the configuration for a request. */
export const AUTH_IS_LAZY = Symbol('authnest:is-lazy');

/** Token of the environment that fills what the configuration leaves out. */
export const AUTH_ENVIRONMENT = Symbol('authnest:environment');

/** Token of a function that returns the path which `RouterModule` gives the module; empty without one. */
export const AUTH_ROUTER_PATH = Symbol('authnest:router-path');
