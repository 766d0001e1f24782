import { serveQuestions } from '../process/serve-questions.js';
import { percentile } from '../measure/statistics.js';
import { CONNECTIONS, type ScriptKind } from '../workloads.js';
import { Connection } from './connection.js';
import type { LoadQuestions, SliceRequest, SliceResult } from './load-questions.js';
import type { Script } from './script.js';
import { makeScript } from './scripts.js';

const scripts = new Map<ScriptKind, Script>();
const pools = new Map<number, readonly Connection[]>();

serveQuestions({ prepare, slice } satisfies LoadQuestions);

async function prepare({
  script,
  stored,
}: {
  script: ScriptKind;
  stored?: readonly string[];
}): Promise<void> {
  scripts.set(script, await makeScript(script, stored));
}

async function slice(request: SliceRequest): Promise<SliceResult> {
  const script = scripts.get(request.script);
  if (!script) throw new Error(`${request.script} is not prepared`);
  const connections = await poolOf(request.port, request.connections ?? CONNECTIONS);
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + request.durationMs;
  let begun = 0;
  const drive = {
    script,
    status: request.status,
    goesOn: () =>
      performance.now() < end && (begun += 1) <= (request.maxFlows ?? Number.POSITIVE_INFINITY),
    done: (ms: number) => void latencies.push(ms),
  };
  const sleepless = request.isAwake ? stayAwake() : undefined;
  await Promise.all(connections.map((connection) => connection.run(drive)));
  sleepless?.end();
  return {
    flows: latencies.length,
    seconds: (performance.now() - begin) / 1000,
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
  };
}

/** Returns connections to a server. Replaces those that it closed while they were idle. */
async function poolOf(port: number, size: number): Promise<readonly Connection[]> {
  const open = (pools.get(port) ?? []).filter(({ isOpen }) => isOpen);
  while (open.length < size) open.push(await Connection.open(port));
  pools.set(port, open);
  return open.slice(0, size);
}

/** Polls for responses without sleeping, until `end` is called. */
function stayAwake(): { end(): void } {
  let goesOn = true;
  const turn = (): void => {
    if (goesOn) setImmediate(turn);
  };
  turn();
  return { end: () => (goesOn = false) };
}
