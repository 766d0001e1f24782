import { ParseBoolPipe } from '@nestjs/common';
import { CurrentSession } from './current-session.decorator.js';
import { CurrentUser } from './current-user.decorator.js';

describe.each([
  ['CurrentUser', CurrentUser],
  ['CurrentSession', CurrentSession],
])('@%s', (_, decorator) => {
  it('accepts pipes', () => {
    expect(decorator(ParseBoolPipe, new ParseBoolPipe())).toBeInstanceOf(Function);
  });

  it('accepts no name of a member, which it would ignore', () => {
    // @ts-expect-error the result would be the whole object
    expect(decorator('name')).toBeInstanceOf(Function);
  });
});
