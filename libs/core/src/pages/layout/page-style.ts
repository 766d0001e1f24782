/**
 * The style of the built-in pages. It contains no double quote, ampersand or less-than sign, so
 * that the escaping renderer leaves it unchanged and no raw HTML is needed.
 */
export const PAGE_STYLE = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:400 1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
.page{display:grid;grid-template-columns:minmax(0,25rem);place-content:center;min-height:100vh;min-height:100dvh;padding:1.5rem 1rem}
.card{padding:2.25rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;box-shadow:0 1px 2px #0000000d,0 12px 32px -12px #0000001f}
.logo{display:block;width:100%;height:3rem;margin:0 0 1.5rem;object-fit:contain}
.icon{display:block;margin:0 auto 1rem;color:var(--soft)}
.error .icon{color:var(--alert-text)}
.logo~header .icon{display:none}
h1,p{margin:0;text-align:center;text-wrap:balance}
h1{font-size:1.5rem;font-weight:600;line-height:1.25;letter-spacing:-.015em}
h1+p{margin-top:.5rem;color:var(--soft)}
form{margin:0}
header+*,.error+*,.notice+*,.signed-in+*{margin-top:1.75rem}
.form .error,.signin .error,.signin .notice{margin:1.5rem 0 0;padding:.75rem 1rem;background:var(--alert);color:var(--alert-text);border:1px solid var(--alert-line);border-radius:.625rem;font-size:.9375rem;text-align:start;text-wrap:pretty}
.signin .notice{background:var(--hover);color:var(--text);border-color:var(--line)}
.wait{display:block;font-variant-numeric:tabular-nums}
form+.provider,div:has(>form)+.provider,.provider+.provider{margin-top:.75rem}
.field{margin-bottom:1rem}
label{display:block;margin-bottom:.375rem;font-size:.875rem;font-weight:500}
input{width:100%;min-height:2.875rem;padding:.5rem .875rem;background:var(--field);color:inherit;border:1px solid var(--edge);border-radius:.625rem;font:inherit}
input::placeholder{color:var(--soft);opacity:1}
.secret{position:relative}
.secret:has(button:not([hidden])) input{padding-inline-end:3rem}
.secret button{position:absolute;inset-block:0;inset-inline-end:.25rem;display:grid;place-items:center;width:2.75rem;padding:0;background:none;border:0;border-radius:.625rem;color:var(--soft);cursor:pointer}
.secret [aria-pressed=true]{color:var(--link)}
.hint{margin:.375rem 0 0;text-align:start;font-size:.875rem;color:var(--soft)}
.check{display:flex;flex-direction:row-reverse;justify-content:flex-end;align-items:center;gap:.625rem;min-height:2.75rem}
.check label{margin:0;padding:.75rem 0;flex:1}
.check input{width:1.25rem;min-height:0;height:1.25rem;margin:0;accent-color:var(--brand-color)}
.button{display:flex;align-items:center;justify-content:center;gap:.625rem;width:100%;min-height:2.875rem;padding:.5rem .75rem;background:var(--field);color:inherit;border:1px solid var(--strong);border-radius:.625rem;font:inherit;font-size:.9375rem;font-weight:500;line-height:1.25;letter-spacing:-.01em;text-wrap:balance;text-decoration:none;cursor:pointer}
.button:hover{background:var(--hover)}
.button:active{transform:translateY(1px)}
.primary,.primary:hover{background:#fff linear-gradient(var(--brand-color) 0 0);color:var(--button-text-color);border-color:#0000001f;font-weight:600}
.primary:hover{box-shadow:inset 0 0 0 4rem #8080801f}
form+.button,form+nav,p+.button,.button+.button{margin-top:.75rem}
a{color:var(--link);text-underline-offset:.2em}
.help{margin:-.375rem 0 1rem;text-align:end;font-size:.875rem}
.signed-in p{text-align:center}.signed-in .button{margin-top:.75rem}.more{margin-top:1.5rem;color:var(--soft);font-size:.9375rem}
.more p+*{margin-top:.75rem}
.more .button{color:var(--text)}
nav.more{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem 1.5rem}
.legal{display:flex;justify-content:center;gap:1.5rem;margin-top:1.25rem;font-size:.875rem}
.legal a{color:var(--soft)}
summary{list-style:none}
summary::-webkit-details-marker{display:none}
.folded{padding-top:1.25rem}
.rest{padding-top:.75rem}
.folded .provider{margin-top:.75rem}
[hidden]{display:none!important}
.status{margin-top:.75rem;color:var(--soft);font-size:.875rem}
.status:empty{display:none}
.button:disabled{opacity:.6;cursor:default}
.mark+span{flex:1;text-align:start}
.mark{flex:none;display:grid;place-items:center;width:1.75rem;height:1.75rem;margin:-.125rem 0;color:var(--soft)}
.mark svg{display:block}
[dir=rtl] .mark svg{transform:scaleX(-1)}
.logo-mark{border-radius:.4375rem;background:#fff;forced-color-adjust:none}
.mark img{display:block;width:1.375rem;height:1.375rem;object-fit:contain}
.or{display:flex;align-items:center;gap:.875rem;margin:1.25rem 0;color:var(--soft);font-size:.875rem}
.or::before,.or::after{content:'';flex:1;height:1px;background:var(--line)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media (max-width:26rem){.card{padding:2rem 1.5rem}}
@media (max-width:22.5rem){.card{padding:1.75rem 1.25rem}}
@media (prefers-reduced-motion:no-preference){.button,input{transition:background-color .12s,border-color .12s,box-shadow .12s}}
@media (prefers-reduced-motion:reduce){.button:active{transform:none}}
@media (forced-colors:active){.primary,.primary:hover{background:ButtonFace;color:ButtonText}}
`
  .trim()
  .replaceAll('\n', '');
