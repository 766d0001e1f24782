import type { SessionSummary } from '../../../session/records/session-summary.js';
import type { AccountTexts } from '../texts/account-texts.js';
import type { AccountPageProps } from './page-props.js';
import { Form, Section } from './section.js';
import { timeOf } from './time-of.js';

/** Where the user is signed in. */
export function SessionsSection(page: AccountPageProps) {
  const { account, texts, here } = page;
  const { sessions } = account;
  if (!sessions) return null;
  const after = new URL(here);
  after.searchParams.set('done', 'sessions');
  const callbackUrl = after.href;
  return (
    <Section id="sessions" heading={texts.sessions.heading}>
      <ul>
        {sessions.map((one) => (
          <Row key={one.id} session={one} page={page} callbackUrl={callbackUrl} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form page={page} action="sessions/revoke-others" hidden={{ callbackUrl }}>
          <button class="button" type="submit">
            {texts.sessions.signOutOthers}
          </button>
        </Form>
      )}
    </Section>
  );
}

function Row({
  session: { id, current, createdAt, lastUsedAt, address, ...device },
  page,
  callbackUrl,
}: {
  readonly session: SessionSummary;
  readonly page: AccountPageProps;
  readonly callbackUrl: string;
}) {
  const { texts, language } = page;
  const { sessions } = texts;
  const name = nameOf(sessions, device);
  return (
    <li>
      <div class="what">
        <span>
          {name}
          {current && <span class="detail">{sessions.here}</span>}
          {createdAt !== null && (
            <span class="detail">{sessions.since(timeOf(language, createdAt))}</span>
          )}
          {lastUsedAt !== null && !current && (
            <span class="detail">{sessions.lastUsed(timeOf(language, lastUsedAt))}</span>
          )}
          {address !== null && <span class="detail">{address}</span>}
        </span>
      </div>
      {!current && (
        <Form page={page} action="sessions/revoke" hidden={{ id, callbackUrl }}>
          <button class="button" type="submit" aria-label={sessions.signOutOf(name)}>
            {sessions.signOut}
          </button>
        </Form>
      )}
    </li>
  );
}

function nameOf(
  texts: AccountTexts['sessions'],
  { browser, system }: Pick<SessionSummary, 'browser' | 'system'>,
): string {
  if (browser !== null && system !== null) return texts.device({ browser, system });
  return browser ?? system ?? texts.unknown;
}
