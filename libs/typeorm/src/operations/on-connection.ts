import type { DataSource, QueryRunner } from 'typeorm';
import type { Deadline } from './deadline.js';
import { destroyConnection } from './destroy-connection.js';
import { hearErrors } from './hear-errors.js';
import { assertOwn, isSpent } from './open-transaction.js';
import { sendParameters } from './server-parameters.js';

/**
 * Runs work on a connection to the primary. After the time limit the connection is closed and not
 * released: it may never respond again, and the pool would reuse it. So is a connection in a
 * transaction that somebody has left open, and one to a server that has become read-only.
 * @throws the error of the work, or after the time limit an error with the code `TIMEOUT`
 */
export async function onConnection<T>(
  dataSource: DataSource,
  deadline: Deadline,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  hearErrors(dataSource.driver);
  // A replica lags behind: it may lack a new session, or still have one that has ended.
  const runner = dataSource.createQueryRunner('master');
  let stage: 'waiting' | 'working' | 'over' = 'waiting';
  let timer: NodeJS.Timeout | undefined;
  const inTime = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const isUnsent = stage === 'waiting';
      if (stage === 'working') destroyConnection(runner);
      stage = 'over';
      const reason = { code: 'TIMEOUT', isUnsent };
      reject(Object.assign(new Error('the time limit was reached'), reason));
    }, deadline.remainingMs);
  });
  const working = async (): Promise<T> => {
    try {
      await runner.connect();
      // The connection is released unused.
      if (stage === 'over') throw new Error('the connection was opened after the time limit');
      stage = 'working';
      await assertOwn(runner);
      sendParameters(runner);
      return await work(runner);
    } catch (thrown) {
      if (isSpent(thrown)) destroyConnection(runner);
      throw thrown;
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
