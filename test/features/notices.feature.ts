import type { AuthFeature } from '@authnest/core';
import {
  type Action,
  actionUrl,
  type ActionContext,
  jsonOf,
  MailerService,
  type MailTexts,
  POST,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';

declare module '@authnest/core' {
  interface AuthFeatureTexts {
    notices: { readonly reset: MailTexts };
  }
}

/** POST forgotten: mails whoever is known, and tells nobody who that is. */
@Injectable()
class Forgotten implements Action {
  constructor(private readonly mailer: MailerService) {}

  async run(ctx: ActionContext) {
    this.mailer.assertOrigin(ctx);
    const typed = ctx.request.body?.['email'];
    const email = typeof typed === 'string' ? typed : '';
    const user = await ctx.config.adapter?.getUserByEmail(email);
    if (user) {
      this.mailer.send(ctx, {
        kind: 'reset',
        to: user.email,
        user,
        words: ctx.language.texts.notices.reset,
        url: `${actionUrl(ctx, 'forgotten')}?token=t`,
        code: '0123-4567',
        expires: new Date(Date.now() + 600_000),
      });
    }
    return jsonOf({});
  }
}

/** Mails about something that a person has forgotten. */
export const notices: AuthFeature = {
  name: 'notices',
  needs: () => ({ mail: true }),
  routes: [
    {
      ...POST,
      name: 'forgotten',
      path: 'forgotten',
      run: Forgotten,
      summary: 'Mails a person',
      responses: { 200: 'Whether or not the person is known' },
    },
  ],
  texts: {
    en: {
      notices: {
        reset: {
          subject: (site: string) => `Choose a new password for ${site}`,
          text: (life: string) => `Type the code or press the button within ${life}.`,
          button: 'Choose a password',
          note: 'If this was not you, do nothing.',
        },
      },
    },
    de: {
      notices: {
        reset: {
          subject: (site: string) => `Neues Passwort für ${site}`,
          text: (life: string) => `Gib innerhalb von ${life} den Code ein oder drücke den Knopf.`,
          button: 'Passwort wählen',
          note: 'Wenn du das nicht warst, tu nichts.',
        },
      },
    },
  },
};
