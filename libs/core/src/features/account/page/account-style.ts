/** The rules of the account page, beside those of all pages. */
export const ACCOUNT_STYLE = `
.page{grid-template-columns:minmax(0,38rem);place-content:start center}
.account .error,.account .notice{margin:1.5rem 0 0;padding:.75rem 1rem;border:1px solid var(--alert-line);border-radius:.625rem;background:var(--alert);color:var(--alert-text);font-size:.9375rem}
.account .notice{background:var(--hover);color:var(--text);border-color:var(--line)}
.account section{margin-top:2rem;padding-top:1.75rem;border-top:1px solid var(--line)}
.account h2{margin:0 0 1rem;font-size:1.125rem;font-weight:600;line-height:1.3}
.account h3{margin:1.75rem 0 .25rem;font-size:1rem;font-weight:600}
.account p{text-align:start;text-wrap:pretty}
.account header p{text-align:center}
.account p+form,.account p+.button,.account ul+*,.account form+form{margin-top:1rem}
.account ul{list-style:none;margin:0;padding:0}
.account li{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.75rem 0;border-top:1px solid var(--line)}
.account li:first-child{padding-top:0;border-top:0}
.account li:last-child{padding-bottom:0}
.account p+p{margin-top:.5rem}
.account .what{flex:1 1 9rem;min-width:0;display:flex;align-items:center;gap:.75rem}
.account .what .mark{margin:0}
.account .what+form:not(.naming){flex:none}
.account .detail{display:block;color:var(--soft);font-size:.875rem}
.account li .button{width:auto;margin:0;padding-inline:1rem}
.account .naming{flex:1 1 100%;display:flex;flex-wrap:wrap;align-items:end;gap:.5rem}
.account .naming .field{flex:1 1 10rem;margin:0}
.account .danger{color:var(--alert-text);border-color:var(--alert-line)}
.account .passkeys>p{color:var(--soft);font-size:.9375rem}
.account nav{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem 1.5rem;font-size:.9375rem}
`
  .trim()
  .replaceAll('\n', '');
