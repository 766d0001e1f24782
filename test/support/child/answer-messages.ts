/** In the child: says that it is ready, then answers each message with what the handler returns. */
export function answerMessages<Message>(handle: (message: Message) => Promise<unknown>): void {
  process.on('message', (message) => {
    handle(message as Message).then(
      (answer) => process.send?.(answer ?? null),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.once('disconnect', () => process.exit()); // the parent has ended
  process.send?.('ready');
}
