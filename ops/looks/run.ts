import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AuthModule } from '@authnest/core';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../test/browser/chromium.js';
import { baseConfig, type Variant, VARIANTS } from './variants.js';

/** Takes screenshots of every page for review: `ops/run looks [folder] [part of a name]`. */
const [folder = 'dist/looks', part = ''] = process.argv.slice(2);
const WIDTHS = [390, 1280];
const SCHEMES = ['light', 'dark'] as const;
const LOCALES = ['en', 'de'];

await mkdir(folder, { recursive: true });
const browser = await launchChromium();
for (const variant of VARIANTS.filter(({ name }) => name.includes(part))) {
  await picture(browser, variant);
}
await browser.close();

async function picture(shared: Browser, { name, page, config }: Variant): Promise<void> {
  const app = await start({ ...baseConfig(), ...config });
  const url = (await app.getUrl()).replace(/\/\/[^/]*:(\d+)$/, '//localhost:$1');
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      for (const locale of LOCALES) {
        const viewport = { width, height: 844 };
        const tab = await shared.newPage({ viewport, colorScheme, locale });
        await tab.goto(`${url}/auth/${page}`);
        const path = join(folder, `${name}-${width}-${colorScheme}-${locale}.png`);
        await tab.screenshot({ path, fullPage: true });
        await tab.close();
      }
    }
  }
  await app.close();
}

async function start(config: ReturnType<typeof baseConfig>): Promise<INestApplication> {
  const module = AuthModule.forRoot(config);
  const app = await NestFactory.create(module, new ExpressAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  return app;
}
