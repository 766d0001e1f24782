import { Child } from '../../test/support/child/child-process.js';
import type { SoakApp } from './soak-app.child.js';
import type { SoakFigures } from './soak-figures.js';
import { SoakLoad, type SoakWork } from './soak-load.js';

const script = new URL('./soak-app.child.ts', import.meta.url);
/** Requests before the run, which load modules and fill pools and caches. */
const WARM_UP: SoakWork = { reads: 1000, signIns: 500, aborted: 30 };
const QUARTERS = 4;

/**
 * Puts an application in a separate process under load.
 * @param work - the requests of the whole run
 * @param report - receives the figures after the warm-up and after each quarter
 */
export async function soak(
  app: SoakApp,
  work: SoakWork,
  report: (figures: SoakFigures) => void,
): Promise<void> {
  const child = await Child.start(script);
  try {
    const { url } = await child.ask<{ url: string }>(app);
    const load = new SoakLoad(url);
    const quarter: SoakWork = {
      reads: work.reads / QUARTERS,
      signIns: work.signIns / QUARTERS,
      aborted: work.aborted / QUARTERS,
    };
    for (const part of [WARM_UP, quarter, quarter, quarter, quarter]) {
      await load.run(part);
      report(await child.ask<SoakFigures>({ measure: true }));
    }
  } finally {
    await child.kill();
  }
}
