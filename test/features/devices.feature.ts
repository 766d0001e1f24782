import type { AdapterUser, AuthFeature } from '@authnest/core';
import {
  type Action,
  type ActionContext,
  type CompleteAdapter,
  CurrentSessionService,
  GET,
  jsonOf,
  type SessionContext,
  type SessionFacts,
  type Slots,
  type VerifiedIdentity,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';

/** Where the feature notes what happens; a feature of an application would use a table. */
export interface DevicesOptions {
  readonly lost: Set<string>;
  readonly audit: string[];
}

declare module '@authnest/core' {
  interface AuthFeatureOptions {
    /** Notes on which device a session began, and ends those of lost devices. */
    devices?: DevicesOptions;
  }
  interface AdapterSession {
    device?: string | null;
  }
}

@Injectable()
class NoteDevice {
  run(
    { request }: ActionContext,
    _: VerifiedIdentity,
    user: AdapterUser | null,
  ): SessionFacts | undefined {
    const device = String(request.headers['x-device'] ?? '');
    if (device === 'refused') throw new Error(`no ${user ? 'known' : 'new'} user on this device`);
    return device === '' ? undefined : { claims: { device }, columns: { device } };
  }
}

@Injectable()
class LostDevices {
  reads(facts: SessionFacts): boolean {
    return deviceOf(facts) !== undefined;
  }

  run({ config }: SessionContext, facts: SessionFacts): boolean {
    const device = deviceOf(facts);
    if (device === 'unknown') throw new Error('the list of lost devices cannot be read');
    return device === undefined || config.options.devices?.lost.has(device) !== true;
  }
}

@Injectable()
class NoteSignIn {
  run({ config }: ActionContext, { account }: VerifiedIdentity, userId: string): void {
    note(config, `in ${userId} by ${account.provider}`);
  }
}

@Injectable()
class NoteFailure {
  run({ config }: ActionContext, { account }: VerifiedIdentity, error: Error): void {
    note(config, `failed ${account.provider}: ${error.message}`);
  }
}

@Injectable()
class NoteSignOut {
  constructor(private readonly sessions: CurrentSessionService) {}

  async begin(ctx: ActionContext) {
    const userId = await this.sessions.currentUserId(ctx);
    note(ctx.config, `leaving ${userId}`);
    return () => {
      note(ctx.config, 'left');
      return undefined;
    };
  }
}

@Injectable()
class NoteRemoval {
  async begin({ config }: ActionContext, adapter: CompleteAdapter, userId: string) {
    const count = async () => (await adapter.listAccountsByUserId(userId)).length;
    note(config, `accounts before ${await count()}`);
    return async () => note(config, `accounts after ${await count()}`);
  }
}

/** GET devices: the device of the session. */
@Injectable()
class ListDevices implements Action {
  async run({ config }: ActionContext) {
    return jsonOf({ lost: [...(config.options.devices?.lost ?? [])] });
  }
}

const slots = {
  opening: NoteDevice,
  opened: NoteSignIn,
  failed: NoteFailure,
  alive: LostDevices,
  ending: NoteSignOut,
  removing: NoteRemoval,
} satisfies { [S in keyof Slots]?: unknown };

/** An audit of devices: uses the slots that need no page. */
export const devices: AuthFeature = {
  name: 'devices',
  isOn: ({ options }) => options.devices !== undefined,
  providers: Object.values(slots),
  options: {
    tests: { devices: ['an object with `lost` and `audit`', isDevices] },
  },
  routes: [
    {
      ...GET,
      name: 'devices',
      path: 'devices/lost',
      run: ListDevices,
      summary: 'The lost devices',
      responses: { 200: 'The list' },
    },
  ],
  claims: ['device'],
  columns: ['device'],
  slots,
};

function deviceOf({ claims, columns }: SessionFacts): string | undefined {
  const device: unknown = claims ? claims['device'] : columns?.device;
  return typeof device === 'string' ? device : undefined;
}

function isDevices(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'lost' in value && 'audit' in value;
}

function note({ options }: ActionContext['config'], line: string): void {
  options.devices?.audit.push(line);
}
