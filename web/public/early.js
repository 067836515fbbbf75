// Runs before anything else. The keys are those of storage-keys.ts.
(() => {
  let chosen = null;
  let token = null;
  try {
    chosen = localStorage.getItem('theme');
    token = localStorage.getItem('token');
  } catch {
    // No access to storage: follow the system.
  }

  // Before the first paint, so that a dark page never flashes white.
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

  // For signed-in people, loads the files of the main area in parallel with the first ones.
  const files = document.currentScript.dataset.mainArea;
  for (const href of (token && !location.pathname.startsWith('/l/') && files?.split(' ')) || []) {
    const link = document.createElement('link');
    const rel = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(link, rel, { crossOrigin: '', href }));
  }

  // The page's policy forbids eval. Each violation makes the browser parse the script again to report its position.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
})();
