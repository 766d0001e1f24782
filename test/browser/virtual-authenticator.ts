import type { CDPSession, Page } from 'playwright-core';

/** An authenticator that Chromium simulates. @see WebAuthn Level 3 section 11 */
export class VirtualAuthenticator {
  private constructor(
    private readonly cdp: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async plugIn(page: Page): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  /** Sets whether the user touches it; autofill waits for a touch. */
  async touched(enabled: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }

  /** Copies the passkeys. @returns a function that restores the copies */
  async clone(): Promise<() => Promise<void>> {
    const { authenticatorId, cdp } = this;
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    return async () => {
      for (const credential of credentials) {
        const { credentialId } = credential;
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
      }
    };
  }
}
