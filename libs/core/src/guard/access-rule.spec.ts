import { type CanActivate, SetMetadata, UseGuards } from '@nestjs/common';
import { accessRule } from './access-rule.js';
import { Public } from './public.decorator.js';

class Guard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}
class Derived extends Guard {}

@Public()
class Pages {
  open(): void {}
  @UseGuards(Guard) byClass(): void {}
  @UseGuards(Derived) byDerivedClass(): void {}
  @UseGuards(new Guard()) byInstance(): void {}
  @UseGuards(new Derived()) byDerivedInstance(): void {}
}

describe('a handler of a public class', () => {
  it.each(['byClass', 'byDerivedClass', 'byInstance', 'byDerivedInstance'] as const)(
    'requires a session if it has the guard: %s',
    (name) => {
      const rule = accessRule({ handler: Pages.prototype[name], controller: Pages }, Guard);

      expect(rule.access).toBe('required');
    },
  );

  it('is public with the decorator of another copy of the package (RP19)', () => {
    class Others {
      @SetMetadata(Symbol.for('authnest@0:access'), 'public') open(): void {}
    }
    const handler = { handler: Others.prototype.open, controller: Others };

    expect(accessRule(handler, Guard).access).toBe('public');
  });

  it('requires none otherwise', () => {
    const handler = { handler: Pages.prototype.open, controller: Pages };

    expect(accessRule(handler, Guard).access).toBe('public');
  });
});
