/** Reports readiness to the parent, and replies to its messages with the handler's results. */
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
