document.querySelector('main')!.innerHTML = `<p hidden><span></span> <button>Sign out</button></p>
  <form hidden><input name="email" aria-label="Email">
  <input name="password" type="password" aria-label="Password"><button>Sign in</button>
  <p role="alert"></p></form>`;
await import('./account.js');
