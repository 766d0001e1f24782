/** The stylesheet of the provider's pages; the content security policy contains its hash. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --canvas: #eef1f6;
  --card: #ffffff;
  --line: #d5dae3;
  --text: #171b26;
  --muted: #586174;
  --accent: #0b6b5d;
  --accent-soft: #dff3ee;
  --on-accent: #ffffff;
  --warning: #8a4b00;
  --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 12px 32px rgb(16 24 40 / 10%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0d1117;
    --card: #161b24;
    --line: #2e3645;
    --text: #eceff5;
    --muted: #a2abbd;
    --accent: #52d3ba;
    --accent-soft: #12352f;
    --on-accent: #05211c;
    --warning: #f2b462;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 45%);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 1.25rem;
  padding: 1.5rem 1rem;
  background: var(--canvas);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  overflow-wrap: anywhere;
}
.card {
  width: 100%;
  max-width: 27rem;
  padding: 2rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1rem;
  box-shadow: var(--shadow);
}
.brand {
  display: flex;
  align-items: center;
  gap: .625rem;
  margin-bottom: 1.5rem;
  font-size: .875rem;
  font-weight: 600;
  color: var(--muted);
}
.brand svg { flex: none; color: var(--accent); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
h1 + p { margin: .375rem 0 0; color: var(--muted); }
h1 + p:last-child, ul + p { margin-bottom: 0; }
strong { color: var(--text); font-weight: 600; }
form { margin: 0; }
ul { list-style: none; margin: 1.5rem 0 1.25rem; padding: 0; display: grid; gap: .625rem; }
button { font: inherit; cursor: pointer; }
.account {
  display: flex;
  align-items: center;
  gap: .875rem;
  width: 100%;
  min-height: 4rem;
  padding: .625rem .875rem;
  text-align: start;
  color: var(--text);
  background: transparent;
  border: 1px solid var(--line);
  border-radius: .75rem;
}
button.account:hover { border-color: var(--accent); background: var(--accent-soft); }
.account .initials {
  flex: none;
  display: grid;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  border-radius: 50%;
  background: var(--accent-soft);
  color: var(--accent);
  font-size: .875rem;
  font-weight: 700;
}
.account .person { flex: 1; min-width: 0; }
.account .name { display: block; font-weight: 600; line-height: 1.35; }
.account .email { display: block; font-size: .875rem; color: var(--muted); line-height: 1.35; }
.account .unverified { display: block; font-size: .8125rem; color: var(--warning); }
.account .arrow { flex: none; color: var(--muted); }
.scopes { gap: .25rem; }
.scopes li { padding-inline-start: 1.25rem; position: relative; }
.scopes li::before {
  content: '';
  position: absolute;
  inset-inline-start: .125rem;
  top: .55em;
  width: .5rem;
  height: .5rem;
  border-radius: 50%;
  background: var(--accent);
}
.primary, .secondary {
  width: 100%;
  min-height: 2.75rem;
  padding: .5rem 1rem;
  border-radius: .75rem;
  font-weight: 600;
}
.primary { color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); }
.primary:hover { filter: brightness(1.1); }
.secondary { color: var(--text); background: transparent; border: 1px solid var(--line); }
.secondary:hover { border-color: var(--muted); }
.primary + .secondary { margin-top: .5rem; }
.alert {
  margin: 1.25rem 0 0;
  padding: .75rem 1rem;
  border: 1px solid var(--warning);
  border-radius: .75rem;
  color: var(--warning);
}
a { color: var(--accent); }
.mail { text-decoration: none; }
.mail:hover { border-color: var(--accent); background: var(--accent-soft); }
.mail time { font-size: .8125rem; font-variant-numeric: tabular-nums; }
iframe { display: block; width: 100%; height: 26rem; margin: 1.25rem 0; border: 1px solid var(--line); border-radius: .75rem; background: #fff; }
details { margin: 1.25rem 0; }
summary { cursor: pointer; color: var(--muted); }
pre { margin: .75rem 0 0; white-space: pre-wrap; font: .8125rem/1.5 ui-monospace, SFMono-Regular, Consolas, monospace; }
code { font: .875em ui-monospace, SFMono-Regular, Consolas, monospace; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { max-width: 27rem; text-wrap: balance; font-size: .8125rem; text-align: center; color: var(--muted); }
@media (max-width: 30rem) { .card { padding: 1.5rem 1.25rem; } }
`;
