/** A user of the demo, with a password that everyone may know. */
export interface DemoUser {
  readonly id: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly password: string;
}

/** Stand in for a table of yours; they are printed at start. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    id: 'alan-turing',
    name: 'Alan Turing',
    email: 'alan@example.com',
    password: 'enigma-bombe-1940',
  },
  {
    id: 'hedy-lamarr',
    name: 'Hedy Lamarr',
    email: 'hedy@example.com',
    password: 'hopping-radio-1942',
  },
];
