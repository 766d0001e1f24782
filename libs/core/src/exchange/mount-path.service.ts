import { Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { AUTH_MOUNT_PATH, AUTH_ROUTER_PATH } from '../config/auth-config.token.js';
import { AuthError } from '../errors/auth.error.js';
import { type MountPattern, mountPattern, parametersOf } from './mount-pattern.js';
import { hostHeaderOf, type PlatformRequest } from './platform-request.js';
import { parseRequestTarget } from './request-target.js';

/** Knows where Nest mounted the endpoints, global prefix included. */
@Injectable()
export class MountPathService {
  private patterns: readonly MountPattern[] | undefined;

  constructor(
    @Inject(AUTH_MOUNT_PATH) private readonly basePath: string,
    @Inject(AUTH_ROUTER_PATH) private readonly routerPath: () => string,
    private readonly application: ApplicationConfig,
  ) {}

  /**
   * The mount path of a request to an endpoint, as that request spells it.
   * @param path - of the request
   * @returns the plain mount path if the request is not to an endpoint
   */
  of(path: string, { url, headers }: PlatformRequest): string {
    const mounted = this.match(path);
    if (mounted !== undefined) return mounted;
    // A prefix that is stripped before routing, as by Express's `use`, stays in front.
    const routed = url === undefined ? '' : parseRequestTarget(url, hostHeaderOf(headers)).path;
    const inner = path.endsWith(routed) ? this.match(routed) : undefined;
    return inner === undefined ? this.basePath : path.slice(0, -routed.length) + inner;
  }

  /**
   * The place of the endpoints for a request to another route, with that route's parameters.
   * @throws {AuthError} where the mount path has a parameter that the route lacks
   */
  beside({ params }: PlatformRequest): string {
    const place = this.all[0]?.fill(params);
    if (place !== undefined) return place;
    throw new AuthError(
      `the endpoints are mounted at \`${this.prefixedPath()}\`, but this route lacks a parameter of that path: add it to the route, or set \`pages.signIn\``,
    );
  }

  /** Names of the parameters of the path; called once the application has set its prefix. */
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

  /** The mount path of the endpoints, and that of endpoints that the global prefix excludes. */
  private get all(): readonly MountPattern[] {
    // The prefix is set by the application before it listens, so it is read at the first request.
    return (this.patterns ??= [...new Set([this.prefixedPath(), this.modulePath()])].map(
      mountPattern,
    ));
  }

  private prefixedPath(): string {
    const path = this.modulePath();
    const { exclude = [] } = this.application.getGlobalPrefixOptions();
    const isExcluded = exclude.some(({ pathRegex }) => pathRegex.test(`${path}/signin`));
    return isExcluded ? path : withSlash(this.application.getGlobalPrefix()) + path;
  }

  private modulePath(): string {
    return withSlash(this.routerPath()) + this.basePath;
  }
}

/** With a leading and no trailing slash; an empty path stays empty. */
function withSlash(path: string): string {
  const bare = path.replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `/${bare}`;
}
