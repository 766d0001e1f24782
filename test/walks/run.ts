// `npm run walks`: prints how many times a reader of a request in the core has to switch files.
// `npm run walks -- guarded` also prints the steps of the requests whose names contain the word.
import type { INestApplication } from '@nestjs/common';
import { WalkRecorder, type Walk } from './walk-recorder.js';

const recorder = new WalkRecorder();
Object.assign(globalThis, { walks: recorder });
// Imported after the recorder is set, since the libraries report as soon as they are loaded.
const { requests } = await import('./requests.js');

const counted: Walk[] = [];

/** Counts calls from the start of each request to the end of its response. */
function countRequests(app: INestApplication): void {
  app.use((_: unknown, response: NodeJS.EventEmitter, next: () => void) => {
    recorder.begin();
    response.on('finish', () => counted.push(recorder.end()));
    next();
  });
}

const [shown] = process.argv.slice(2);
const WIDTHS = [5, 11, 10, 14, 8];

function row(name: string, cells: readonly (number | string)[]): string {
  return name.padEnd(36) + cells.map((cell, at) => `${cell}`.padStart(WIDTHS[at] ?? 0)).join('');
}

console.log(row('request', ['files', 'functions', 'switches', 'of them back', 'target']));
for await (const { name, target = '' } of requests(countRequests)) {
  const { files, functions, switches, back, steps } = counted.at(-1) as Walk;
  console.log(row(name, [files, functions, switches, back, target]));
  if (shown && name.includes(shown)) console.log(steps.join('\n'));
}
