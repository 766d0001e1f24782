import { type AuthConfig, skipCSRFCheck } from '@authnest/core';
import { CookieClient } from '@authnest/testing';
import { Controller, Get } from '@nestjs/common';
import { SharedCache } from '../support/shared-cache.js';
import { MeController } from '../support/signed-out.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

@Controller('public')
class PublicController {
  @Get() show(): { public: boolean } {
    return { public: true };
  }
}

const module = { controllers: [MeController, PublicController] };

describe.each(platforms())('a shared cache in front of %s', (platform) => {
  it.each<[string, Partial<AuthConfig>]>([
    ['sessions are read', {}],
    ['sessions are refreshed', { session: { updateAge: 0 } }],
    ['there is no CSRF check', { skipCSRFCheck }],
  ])("gives no user another user's response if %s (A43)", async (_, config) => {
    const app = await TestApp.start({ platform, config, module });
    const cache = await SharedCache.start(app.url);
    const [jane, otto] = [new CookieClient(cache.url), new CookieClient(cache.url)];
    const refreshed = config.session?.updateAge === 0;
    const signIn = (browser: CookieClient, fields: Record<string, string>) =>
      config.skipCSRFCheck
        ? browser.post('/auth/callback/credentials', { form: fields })
        : browser.signIn('credentials', fields);
    await signIn(jane, JANE);
    await signIn(otto, OTTO);

    for (const path of ['/auth/session', ...(refreshed ? ['/me'] : [])]) {
      for (const browser of [jane, otto, jane, otto, new CookieClient(cache.url)]) {
        const before = [...browser.cookies.values()];
        const { text } = await browser.get(path);
        const name = browser === jane ? 'jane' : 'otto';
        expect(text).toMatch(before.length === 0 ? /^null$|Unauthorized/ : new RegExp(name));
        expect(text).not.toContain(name === 'jane' ? 'otto' : 'jane');
      }
    }
    const values = [jane, otto].map(({ cookies }) => cookies.get('authjs.session-token'));
    expect(new Set(values).size).toBe(2);
    expect(cache.hits).toBe(0);
    for (let nth = 0; nth < 2; nth += 1) await jane.get('/public');
    expect(cache.hits).toBe(1);
    await cache.close();
    await app.close();
  });
});
