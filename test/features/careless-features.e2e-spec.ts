import { type AuthFeature, Email } from '@authnest/core';
import {
  type ActionContext,
  GET,
  jsonOf,
  type SessionFacts,
  type VerifiedIdentity,
} from '@authnest/core/feature';
import { MemoryAdapter } from '@authnest/testing';
import { Injectable } from '@nestjs/common';
import { credentials, JANE, type Platform, platforms, TestApp } from '../support/test-app.js';

const start = (platform: Platform, features: AuthFeature[], config: object = {}) =>
  TestApp.start({ platform, config, extras: { features } });

@Injectable()
class WritesWhatIsNotItsOwn {
  run(_: ActionContext, identity: VerifiedIdentity): SessionFacts {
    Object.assign(identity.user, { id: 'id-of-otto', name: 'otto' });
    return { claims: { sub: 'id-of-otto', email: 'otto@example.com', seat: 7, device: 'mine' } };
  }
}

@Injectable()
class WritesIntoTheSession {
  reads(): Promise<boolean> {
    return Promise.reject(new Error('this must not be asynchronous'));
  }

  run(_: ActionContext, facts: SessionFacts): boolean {
    Object.assign(facts.claims ?? {}, { sub: 'id-of-otto', name: 'otto' });
    return true;
  }
}

describe.each(platforms())('a careless feature on %s', (platform) => {
  it('adds only claims that it declares, and changes nobody', async () => {
    const owner: AuthFeature = { name: 'owner', claims: ['seat'] };
    const careless: AuthFeature = {
      name: 'careless',
      claims: ['device'],
      providers: [WritesWhatIsNotItsOwn],
      slots: { opening: WritesWhatIsNotItsOwn },
    };
    const tokens: object[] = [];
    const jwt = ({ token }: { token: object }) => (tokens.push({ ...token }), token);
    const app = await start(platform, [owner, careless], { callbacks: { jwt } });
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    expect(tokens.at(-1)).toMatchObject({ sub: 'id-of-jane', device: 'mine' });
    expect(tokens.at(-1)).not.toHaveProperty('seat');
    await app.close();
  });

  it('does not change the session that it checks, nor later ones', async () => {
    const careless: AuthFeature = {
      name: 'careless',
      providers: [WritesIntoTheSession],
      slots: { alive: WritesIntoTheSession as never },
    };
    const app = await start(platform, [careless]);
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    for (let read = 1; read <= 3; read += 1) {
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    }
    await app.close();
  });

  it('ends no other session when it refuses one', async () => {
    const refused = new Set<string>();
    @Injectable()
    class Refuses {
      reads = () => false;
      run = ({ request }: ActionContext) => !refused.has(String(request.headers['x-from']));
    }
    const adapter = new MemoryAdapter();
    const app = await start(
      platform,
      [{ name: 'refuses', providers: [Refuses], slots: { alive: Refuses as never } }],
      {
        adapter,
        session: { strategy: 'database', maxPerUser: 1 },
        // Beside credentials, which alone cannot have stored sessions.
        providers: [
          credentials(),
          Email({ from: 'a@app.example', sendVerificationRequest: () => undefined }),
        ],
      },
    );
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    refused.add('abroad');
    const { location } = await app.client({ 'x-from': 'abroad' }).signIn('credentials', JANE);

    expect(location).toContain('error=AccessDenied');
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    await app.close();
  });

  it('gets an error of the library when its `isOn` throws', async () => {
    @Injectable()
    class Shows {
      run = () => Promise.resolve(jsonOf({}));
    }
    const route = { ...GET, name: 'shown', path: 'shown', run: Shows, summary: '', responses: {} };
    let isReady = true;
    const isOn = (): boolean => {
      if (isReady) return true;
      throw new Error('no answer');
    };
    const app = await start(platform, [
      { name: 'careless', routes: [{ ...route, isOn, isMapped: () => true }] },
    ]);
    isReady = false;
    const { status, headers } = await app.client().get('/auth/shown');

    expect(status).toBeGreaterThanOrEqual(302);
    expect(headers['cache-control']).toContain('no-store');
    await app.close();
  });
});
