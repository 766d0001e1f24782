/** A user of the demo, with a public password. */
export interface DemoUser {
  readonly id: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly password: string;
}

/** Replace these by a table of your own; they are printed at start. */
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
