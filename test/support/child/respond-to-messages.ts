/** In the child: reports that it is ready, then responds to each message with what the handler returns. */
export function respondToMessages<Message>(handle: (message: Message) => Promise<unknown>): void {
  process.on('message', (message) => {
    handle(message as Message).then(
      (result) => process.send?.(result ?? null),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.once('disconnect', () => process.exit()); // the parent has ended
  process.send?.('ready');
}
