/** The stylesheet for all pages of the example. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9;
  --card: #ffffff;
  --line: #e3e6ec;
  --edge: #c4cad5;
  --text: #15181e;
  --soft: #565d6b;
  --accent: #4f46e5;
  --button: #4f46e5;
  --hover: #f0f0fb;
  --tint: #eeedfd;
  --code: #16181f;
  --on-code: #e7e9f0;
  --good: #0f7a55;
  --shadow: 0 1px 2px rgb(16 24 40 / 5%), 0 12px 32px -16px rgb(16 24 40 / 14%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c0e12;
    --card: #15181e;
    --line: #282d37;
    --edge: #475060;
    --text: #eef0f4;
    --soft: #a3aab8;
    --accent: #a5b0ff;
      --hover: #21253a;
    --tint: #21253a;
    --code: #090b0f;
    --on-code: #d9ddea;
    --good: #5fd3a5;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 62rem;
  margin: 0 auto;
  padding: 1.25rem 1.25rem 4rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  overflow-wrap: anywhere;
}
header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.75rem; margin-bottom: 2rem; }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 600; color: inherit; text-decoration: none; }
.brand img { display: block; }
.account { display: flex; gap: .25rem .875rem; margin-left: auto; }
.who { max-width: 10rem; overflow: hidden; color: var(--soft); text-overflow: ellipsis; white-space: nowrap; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
nav a { padding: .5rem 0; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--text); }
nav a[aria-current] { color: var(--text); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.75rem; }
.card, .notice, article { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.card, .notice { padding: 2rem; box-shadow: var(--shadow); }
.card, .notice { width: 100%; max-width: 44rem; margin: 0 auto; }
.card:has(+ section) { max-width: none; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0 0 1rem; font-size: 1.25rem; letter-spacing: -.01em; }
h3 { margin: 0; font-size: 1rem; }
p { margin: 1rem 0 0; }
.lead { margin-top: 0; color: var(--soft); text-wrap: pretty; }
.status { display: inline-block; margin: 0 0 .875rem; padding: .125rem .75rem; background: var(--tint); border-radius: 2rem; color: var(--accent); font-size: .875rem; font-weight: 600; }
.status.in { color: var(--good); }
.hero { display: grid; grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); gap: 2.5rem; align-items: center; padding: 1.5rem 0; }
.hero h1 { font-size: 2.75rem; line-height: 1.1; letter-spacing: -.025em; }
.hero .lead { font-size: 1.0625rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
.cards:has(.link) { grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
article { padding: 1.25rem 1.375rem; }
article p { margin: .375rem 0 0; color: var(--soft); }
article.link { position: relative; }
article.link:hover { border-color: var(--accent); }
article.link a { text-decoration: none; }
article.link:hover a { text-decoration: underline; }
article.link a::after { content: ''; position: absolute; inset: 0; border-radius: 1rem; }
a { color: var(--accent); text-underline-offset: .15em; }
code { padding: .1em .35em; background: var(--tint); border-radius: .35em; font: .875em ui-monospace, SFMono-Regular, Consolas, monospace; }
pre { margin: 0; padding: 1.25rem 1.5rem; overflow-x: auto; background: var(--code); border: 1px solid var(--line); border-radius: 1rem; color: var(--on-code); line-height: 1.6; }
pre code { padding: 0; background: none; }
.card pre { margin-top: 1.5rem; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .625rem 1.5rem; margin: 1.25rem 0 0; padding: 1.25rem 0; border-block: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; }
.accounts { display: block; margin: .375rem 0 0; padding: 0; border: 0; }
.accounts div { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .75rem 0; border-top: 1px solid var(--line); }
li time { color: var(--soft); font-variant-numeric: tabular-nums; }
li:has(form) { align-items: center; gap: .5rem 1rem; }
li form { display: flex; gap: .5rem; }
li form:first-child:not(:last-child) { flex: 1 1 15rem; }
li input[name=name] { min-width: 0; flex: 1; padding: .5rem .75rem; color: inherit; background: var(--page); border: 1px solid var(--edge); border-radius: .625rem; font: inherit; }
.facts { margin: .125rem 0 0; color: var(--soft); font-size: .9375rem; }
h2 .status { margin: 0 0 0 .5rem; }
li h2 { margin: 0; font-size: 1rem; }
li > div { flex: 1; min-width: min(100%, 15rem); }
form label { display: grid; gap: .25rem; max-width: 24rem; margin-top: 1rem; font-weight: 500; }
form label input { min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; color: inherit; background: var(--page); border: 1px solid var(--edge); border-radius: .625rem; font: inherit; }
[role=alert]:empty { margin: 0; }
.trail span::before { content: ''; display: inline-block; width: .5rem; height: .5rem; margin-right: .75rem; border-radius: 50%; background: var(--accent); }
.trail .signIn span::before { background: var(--good); }
.trail .signOut span::before { background: var(--edge); }
button.button { cursor: pointer; background: transparent; font: inherit; font-weight: 500; }
[role=status]:empty { margin: 0; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.125rem; border: 1px solid var(--edge); border-radius: .625rem; color: var(--text); font-weight: 500; text-decoration: none; }
.button:hover { background: var(--hover); }
.primary, .primary:hover, button.primary { background: var(--button); border-color: transparent; color: #fff; font-weight: 600; }
.primary:hover { filter: brightness(1.08); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 48rem) {
  header { margin-bottom: 1.25rem; }
  nav { order: 3; flex-basis: 100%; gap: 0 .875rem; font-size: .875rem; }
  .hero { grid-template-columns: minmax(0, 1fr); gap: 1.75rem; padding: .5rem 0; }
  .hero h1 { font-size: 2.125rem; }
}
@media (max-width: 30rem) {
  body { padding-inline: 1rem; }
  .card, .notice { padding: 1.5rem 1.25rem; }
  .who { display: none; }
  pre { padding: 1rem 1.125rem; font-size: .9375rem; }
  li:not(:has(form)) { flex-direction: column; }
  .trail time { padding-left: 1.25rem; }
  .actions .button { flex: 1 1 100%; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd + dt { margin-top: .75rem; }
}
`;
