import { AuthHealthIndicator, Public } from '@authnest/core';
import { Controller, Get } from '@nestjs/common';
import { HealthCheck, type HealthCheckResult, HealthCheckService } from '@nestjs/terminus';

@Public() // in case the guard is made global
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly auth: AuthHealthIndicator,
  ) {}

  /** Liveness: has no dependencies. Restart the instance if this check fails. */
  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Readiness: send the instance no requests while this check fails. */
  @Get('ready')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.auth.isHealthy('auth', { timeout: 2 })]);
  }
}
