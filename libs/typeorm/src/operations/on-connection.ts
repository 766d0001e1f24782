import type { DataSource, QueryRunner } from 'typeorm';
import type { Deadline } from './deadline.js';
import { destroyConnection } from './destroy-connection.js';

/**
 * Does work on a connection to the primary. When the time is over the connection is closed and not
 * given back: it may be silent for good, and the pool would hand it out again.
 * @throws what the work throws; a code `TIMEOUT` when the time was over first
 */
export async function onConnection<T>(
  dataSource: DataSource,
  deadline: Deadline,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  // A replica is behind: it lacks the session that was just made and has the one that was just ended.
  const runner = dataSource.createQueryRunner('master');
  let stage: 'waiting' | 'working' | 'over' = 'waiting';
  let timer: NodeJS.Timeout | undefined;
  const inTime = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      if (stage === 'working') destroyConnection(runner);
      stage = 'over';
      reject(Object.assign(new Error('the time is over'), { code: 'TIMEOUT' }));
    }, deadline.remainingMs);
  });
  const working = async (): Promise<T> => {
    try {
      await runner.connect();
      // What the pool had only now goes back to it unused.
      if (stage === 'over') throw new Error('too late');
      stage = 'working';
      return await work(runner);
    } finally {
      await runner.release();
    }
  };
  try {
    return await Promise.race([working(), inTime]);
  } finally {
    clearTimeout(timer);
  }
}
