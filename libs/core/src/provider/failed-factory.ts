/** Takes the place of a provider whose factory threw an error, until the checks report it. */
export class FailedFactory {
  constructor(readonly err: Error) {}
}
