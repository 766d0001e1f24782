import { type AuthEvents, OnAuthEvent } from '@authnest/core';
import { Injectable } from '@nestjs/common';
import { AuditService } from './audit.service.js';

/** Records events of accounts and sessions. An error here does not make a sign-in fail. */
@Injectable()
export class AuditListener {
  constructor(private readonly audit: AuditService) {}

  @OnAuthEvent('createUser')
  registered({ user }: AuthEvents['createUser']): Promise<void> {
    return this.audit.record('createUser', { userId: user.id });
  }

  @OnAuthEvent('linkAccount')
  linked({ user, account }: AuthEvents['linkAccount']): Promise<void> {
    return this.audit.record('linkAccount', { userId: user.id, provider: account.provider });
  }

  /** Prefers the account's `userId`: for credentials, `user` is what `authorize` returned. */
  @OnAuthEvent('signIn')
  signedIn({ user, account }: AuthEvents['signIn']): Promise<void> {
    const userId = account?.userId ?? user.id;
    return this.audit.record('signIn', { userId, provider: account?.provider });
  }

  @OnAuthEvent('revokeSessions')
  ended({ userId }: AuthEvents['revokeSessions']): Promise<void> {
    return this.audit.record('revokeSessions', { userId });
  }

  @OnAuthEvent('signOut')
  signedOut(message: AuthEvents['signOut']): Promise<void> {
    const userId = 'session' in message ? message.session?.userId : message.token?.sub;
    return this.audit.record('signOut', { userId });
  }
}
