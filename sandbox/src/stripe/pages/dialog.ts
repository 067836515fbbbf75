import type { SandboxResponse } from '../../shared/server.ts';
import { htmlPage } from './page.ts';

/** Replaces a bank’s page that requires a second factor. */
export const dialogPage = (): SandboxResponse =>
  htmlPage({
    title: '3D Secure authentication',
    style,
    body: `<div id="dialog" role="dialog" aria-modal="true" aria-labelledby="title" aria-describedby="text">
  <p class="badge">Sandbox: no real bank is involved</p>
  <h1 id="title">3D Secure 2 Test Page</h1>
  <p id="text">Your bank wants to know that it is you. Choose how the authentication ends.</p>
  <div class="buttons">
    <button type="button" value="complete" disabled>Complete</button>
    <button type="button" value="fail" disabled>Fail</button>
  </div>
</div>`,
    script: 'dialog',
  });

const style = `
:root { color-scheme: light dark; --line: #d5dae0; --card: #fff; --text: #1d2430; --soft: #5a6472; --accent: #4f46e5; }
@media (prefers-color-scheme: dark) { :root { --line: #39424e; --card: #1d232b; --text: #eef1f4; --soft: #a5afbb; --accent: #5b54e8; } }
* { box-sizing: border-box; }
html { background: transparent; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; color: var(--text); font: 16px/1.5 system-ui, sans-serif; background: transparent; }
#dialog { width: min(420px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 28px; }
.badge { display: inline-block; margin: 0 0 12px; padding: 2px 10px; border: 1px solid var(--line); border-radius: 99px; font-size: 13px; color: var(--soft); }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; }
p { margin: 0 0 20px; }
.buttons { display: flex; gap: 8px; }
button { flex: 1; font: inherit; font-weight: 600; padding: 10px 16px; border-radius: 8px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; }
button[value="complete"] { background: var(--accent); border-color: var(--accent); color: #fff; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button:disabled { opacity: .6; cursor: default; }
`;
