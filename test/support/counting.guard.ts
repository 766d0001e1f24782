import { type CanActivate, type ExecutionContext, HttpException, Injectable } from '@nestjs/common';
import type { PlatformRequest } from '@authnest/core';

/**
 * Counts attempts with the same key as `@nestjs/throttler`: class, handler and address. That
 * package is CommonJS, which cannot load Nest 12 in Jest on Node 20.
 */
@Injectable()
export class CountingGuard implements CanActivate {
  readonly counts = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Counts from zero again. */
  reset(): void {
    this.counts.clear();
  }

  canActivate(context: ExecutionContext): boolean {
    const { ip } = context.switchToHttp().getRequest<PlatformRequest & { ip: string }>();
    const key = `${context.getClass().name}-${context.getHandler().name}-${ip}`;
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    if (count > this.limit) throw new HttpException('Too Many Requests', 429);
    return true;
  }
}
