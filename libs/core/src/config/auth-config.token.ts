/** Token of the configuration passed to `forRoot` or `forRootAsync`: an object or a function. */
export const AUTH_CONFIG_INPUT = Symbol('authnest:config-input');

/** Token of the extra `basePath`: the path at which Nest mounts the endpoints. */
export const AUTH_MOUNT_PATH = Symbol('authnest:mount-path');

/** Token of what an AuthModule declares about itself, from which the modules are named. */
export const AUTH_DECLARED = Symbol('authnest:declared');

/** Token of the name that an AuthModule has among those of its application. */
export const AUTH_INSTANCE = Symbol('authnest:instance');

/** Token of a predicate: whether a function of the application returned the configuration. */
export const AUTH_IS_LAZY = Symbol('authnest:is-lazy');

/** Token of the environment variables that fill in missing options. */
export const AUTH_ENVIRONMENT = Symbol('authnest:environment');

/** Token of a function that returns the module's path in `RouterModule`; empty if it has none. */
export const AUTH_ROUTER_PATH = Symbol('authnest:router-path');

/** Token of the list of options that features add. */
export const AUTH_FEATURE_OPTIONS = Symbol('authnest:feature-options');
