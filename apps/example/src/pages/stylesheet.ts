/** The one stylesheet of the example's pages. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8;
  --card: #ffffff;
  --line: #e0e3ea;
  --edge: #c4cad5;
  --text: #15181e;
  --soft: #5b6270;
  --accent: #4f46e5;
  --on-accent: #ffffff;
  --hover: #f0f0fb;
  --shadow: 0 1px 2px rgb(16 24 40 / 5%), 0 12px 32px -12px rgb(16 24 40 / 12%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c0e12;
    --card: #15181e;
    --line: #2a2f39;
  --edge: #475060;
    --text: #eef0f4;
    --soft: #a0a7b4;
    --accent: #a5b0ff;
    --on-accent: #14163a;
    --hover: #232738;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 42rem;
  margin: 0 auto;
  padding: 1.25rem 1rem 3rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  overflow-wrap: anywhere;
}
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem; }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 600; color: inherit; text-decoration: none; }
.brand img { display: block; }
.account { display: flex; flex-wrap: wrap; gap: .25rem .875rem; }
.who { color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 1rem 0 1.25rem; }
nav a { padding: .5rem 0; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--text); }
nav a[aria-current] { color: var(--text); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
main { padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow); }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
p { margin: 1rem 0 0; }
.lead { margin-top: 0; color: var(--soft); text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: .15em; }
code { padding: .1em .35em; background: var(--hover); border-radius: .35em; font: .875em ui-monospace, SFMono-Regular, Consolas, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .625rem 1.5rem; margin: 1.5rem 0 0; padding: 1.25rem 0; border-block: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .75rem 0; border-top: 1px solid var(--line); }
li time { color: var(--soft); font-variant-numeric: tabular-nums; }
li:has(form) { align-items: center; gap: .5rem 1rem; }
li form { display: flex; gap: .5rem; }
li form:first-child { flex: 1 1 15rem; }
li input[name=name] { min-width: 0; flex: 1; padding: .5rem .75rem; color: inherit; background: var(--page); border: 1px solid var(--edge); border-radius: .625rem; font: inherit; }
li .button { cursor: pointer; background: transparent; font: inherit; }
button.button { cursor: pointer; font: inherit; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.125rem; border: 1px solid var(--edge); border-radius: .625rem; color: var(--text); font-weight: 500; text-decoration: none; }
.button:hover { background: var(--hover); }
.primary, .primary:hover { background: var(--accent); border-color: transparent; color: var(--on-accent); font-weight: 600; }
.primary:hover { filter: brightness(1.08); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 30rem) {
  main { padding: 1.5rem 1.25rem; }
  .who { display: none; }
  li:not(:has(form)) { flex-direction: column; }
  .actions .button { flex: 1 1 100%; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd + dt { margin-top: .75rem; }
}
`;
