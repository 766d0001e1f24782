/** A user of the example, with a public password. */
export interface DemoUser {
  readonly name: string;
  /** Email address in lower case. */
  readonly email: string;
  readonly password: string;
}

/** The users whom the example stores at start, and prints. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    name: 'Alan Turing',
    email: 'alan@example.com',
    password: 'enigma-bombe-1940',
  },
  {
    name: 'Hedy Lamarr',
    email: 'hedy@example.com',
    password: 'hopping-radio-1942',
  },
];
