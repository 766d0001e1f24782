/** What a child process can be asked: by name, one argument at most, which must survive JSON. */
export type Questions = Record<string, (argument: never) => unknown>;

/** How a question travels to the child. */
export interface Question {
  readonly id: number;
  readonly name: string;
  readonly argument?: unknown;
}

/** How a reply travels back. */
export interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Answers the questions of the parent process, and ends with it. */
export function serveQuestions(questions: Questions): void {
  process.on('message', (question: Question) => void reply(questions, question));
  // A clean exit, so that a profile is written.
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
