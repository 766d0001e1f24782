import { Component, signal } from '@angular/core';
import { signIn, signOut } from '@authnest/client';
import { injectSession } from '@authnest/client/angular';

@Component({
  selector: 'app-account',
  template: `
    @if (state().session; as session) {
      <p>
        Hello {{ session.user?.name ?? session.user?.email }}
        <button (click)="signOut()">Sign out</button>
      </p>
    } @else if (state().status !== 'loading') {
      <form method="post" (submit)="submit($event)">
        <input name="email" autocomplete="username" aria-label="Email" />
        <input
          name="password"
          type="password"
          autocomplete="current-password"
          aria-label="Password"
        />
        <button>Sign in</button>
        <p role="alert">{{ problem() }}</p>
      </form>
    }
  `,
})
export class Account {
  protected readonly state = injectSession();
  protected readonly problem = signal('');

  protected async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    const result = await signIn('password', { ...fields, redirect: false });
    this.problem.set(result.ok ? '' : result.message);
  }

  protected signOut(): void {
    void signOut({ redirect: false });
  }
}
