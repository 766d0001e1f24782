import { TestApp, type TestAppOptions } from './test-app.js';

/** Tries to start an application. @returns the error message, or `started` */
export async function startOutcome(options: TestAppOptions): Promise<string> {
  try {
    const app = await TestApp.start(options);
    await app.close();
    return 'started';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
