/** Functions of a child process, by name. The argument, if any, is sent as JSON. */
export type Questions = Record<string, (argument: never) => unknown>;

/** A message to the child: the call of a function. */
export interface Question {
  readonly id: number;
  readonly name: string;
  readonly argument?: unknown;
}

/** A message from the child: the result of a call. */
export interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Runs the functions that the parent process calls, and exits when the parent disconnects. */
export function serveQuestions(questions: Questions): void {
  process.on('message', (question: Question) => void reply(questions, question));
  // A regular exit, so that V8 writes its profile.
  process.on('disconnect', () => process.exit(0));
}

async function reply(questions: Questions, { id, name, argument }: Question): Promise<void> {
  try {
    const value = await questions[name]?.(argument as never);
    send({ id, value });
  } catch (thrown) {
    send({
      id,
      error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
    });
  }
}

function send(message: Reply): void {
  process.send?.(message);
}
