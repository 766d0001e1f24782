/** A user of the example, with a public password. */
export interface DemoUser {
  readonly id: string;
  readonly name: string;
  /** Email address in lower case. */
  readonly email: string;
  readonly password: string;
}

/** The users of the example, printed at start. Replace them with your own table. */
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
