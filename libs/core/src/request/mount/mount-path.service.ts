import { Inject, Injectable, RequestMethod } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { AUTH_MOUNT_PATH, AUTH_ROUTER_PATH } from '../../config/auth-config.token.js';
import { AuthError } from '../../errors/auth.error.js';
import type { MountedEndpoint } from '../context/auth-request.js';
import { type MountPattern, mountPattern, movedMount, parametersOf } from './mount-pattern.js';
import { hostHeaderOf, type PlatformRequest } from '../platform/platform-request.js';
import { parseRequestTarget } from '../platform/request-target.js';

/** Determines where Nest mounted the endpoints, including the global prefix. */
@Injectable()
export class MountPathService {
  private patterns: readonly MountPattern[] | undefined;
  private usual: MountPattern | undefined;

  constructor(
    @Inject(AUTH_MOUNT_PATH) private readonly basePath: string,
    @Inject(AUTH_ROUTER_PATH) private readonly routerPath: () => string,
    private readonly application: ApplicationConfig,
  ) {}

  /**
   * Returns the mount path as it appears in a request to an endpoint.
   * @param path - the path of the request
   * @returns the configured mount path if the request is not to an endpoint
   */
  of(path: string, { url, headers }: PlatformRequest): string {
    const mounted = this.match(path);
    if (mounted !== undefined) return mounted;
    // A prefix that is stripped before routing, such as by Express's `use`, is kept.
    const routed = url === undefined ? '' : parseRequestTarget(url, hostHeaderOf(headers)).path;
    const inner = path.endsWith(routed) ? this.match(routed) : undefined;
    return inner === undefined ? this.basePath : path.slice(0, -routed.length) + inner;
  }

  /**
   * Returns the mount path for a request to another route, filled with that route's parameters.
   * @throws {AuthError} if the route lacks a parameter of the mount path
   */
  beside({ params }: PlatformRequest): string {
    const place = (this.usual ??= mountPattern(this.prefixedPath())).fill(params);
    if (place !== undefined) return place;
    throw new AuthError(
      `the endpoints are mounted at \`${this.prefixedPath()}\`, but this route lacks a parameter of that path: add it to the route, or set \`pages.signIn\``,
    );
  }

  /** Returns the mount path of an endpoint, given that of a request to another one. */
  to(own: string, endpoint: MountedEndpoint): string {
    if (this.prefix() === '' || !this.application.getGlobalPrefixOptions().exclude) return own;
    const isExcluded = this.isExcluded(endpoint);
    return movedMount(own, { prefix: this.prefix(), inner: this.modulePath(), isExcluded });
  }

  /** Returns the names of the path's parameters; called after the application has set a prefix. */
  parameters(): string[] {
    return parametersOf(this.prefixedPath());
  }

  private match(path: string): string | undefined {
    for (const pattern of this.all) {
      const mounted = pattern.match(path);
      if (mounted !== undefined) return mounted;
    }
    return undefined;
  }

  /** The mount path with the global prefix, and the one for endpoints excluded from the prefix. */
  private get all(): readonly MountPattern[] {
    // The application sets the prefix before it listens, so it is read on the first request.
    const paths = [this.prefix() + this.modulePath(), this.modulePath()];
    return (this.patterns ??= [...new Set(paths)].map(mountPattern));
  }

  /** Returns the mount path with the global prefix; called after the application has set one. */
  prefixedPath(): string {
    const path = this.modulePath();
    return this.isExcluded({ method: 'GET', action: 'signin' }) ? path : this.prefix() + path;
  }

  /** Whether the global prefix excludes an endpoint. Nest compares the path of its route. */
  private isExcluded({ method, action, providerId }: MountedEndpoint): boolean {
    const { exclude = [] } = this.application.getGlobalPrefixOptions();
    const path = `${this.modulePath()}/${action}${providerId === undefined ? '' : '/:provider'}`;
    return exclude.some(
      ({ pathRegex, requestMethod }) =>
        [RequestMethod.ALL, RequestMethod[method]].includes(requestMethod) && pathRegex.test(path),
    );
  }

  private prefix(): string {
    return withSlash(this.application.getGlobalPrefix());
  }

  private modulePath(): string {
    return withSlash(this.routerPath()) + this.basePath;
  }
}

/** Returns a path with a leading and no trailing slash; an empty path stays empty. */
function withSlash(path: string): string {
  const bare = path.replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `/${bare}`;
}
