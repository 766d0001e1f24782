import { Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { AUTH_MOUNT_PATH, AUTH_ROUTER_PATH } from '../config/auth-config.token.js';

/** Knows where Nest mounted the endpoints, global prefix included. */
@Injectable()
export class MountPathService {
  private prefixed: string | undefined;

  constructor(
    @Inject(AUTH_MOUNT_PATH) private readonly basePath: string,
    @Inject(AUTH_ROUTER_PATH) private readonly routerPath: () => string,
    private readonly application: ApplicationConfig,
  ) {}

  /**
   * @param path - of the request
   * @returns the mount path of a request to an endpoint as that request spells it; for any other
   * request the place where the endpoints are
   */
  of(path: string): string {
    // Set by the application before it listens, so it is read at the first request.
    const mounted = (this.prefixed ??= this.prefixedPath());
    if (isBelow(path, mounted)) return mounted;
    if (isBelow(path, this.basePath)) return this.basePath;
    const at = path.indexOf(`${this.basePath}/`);
    return at === -1 ? mounted : path.slice(0, at) + this.basePath;
  }

  /** The place of the endpoints for requests to other routes. */
  get endpoints(): string {
    return this.of('');
  }

  private prefixedPath(): string {
    const path = withSlash(this.routerPath()) + this.basePath;
    const { exclude = [] } = this.application.getGlobalPrefixOptions();
    const isExcluded = exclude.some(({ pathRegex }) => pathRegex.test(`${path}/signin`));
    return isExcluded ? path : withSlash(this.application.getGlobalPrefix()) + path;
  }
}

/** A slash in front and none behind; nothing of nothing. */
function withSlash(path: string): string {
  const bare = path.replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `/${bare}`;
}

function isBelow(path: string, mount: string): boolean {
  return path.startsWith(`${mount}/`);
}
