/** The logo, inline so that nothing has to be loaded. */
export const MAILBOX_LOGO = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f766e"/><g fill="none" stroke="#fff" stroke-width="2.1" stroke-linecap="round"><path d="M16 4.6v22.8"/><path d="M10.9 6c.3 5 3.2 7.7 3.2 12.2 0 3.2-.9 6.2-2.1 8.6"/><path d="M21.1 6c-.3 5-3.2 7.7-3.2 12.2 0 3.2.9 6.2 2.1 8.6"/><path d="M6.2 8.9c.9 4.5 6.1 5.7 6.1 9.6 0 2.8-1.8 5.3-4.3 7.3"/><path d="M25.8 8.9c-.9 4.5-6.1 5.7-6.1 9.6 0 2.8 1.8 5.3 4.3 7.3"/></g><rect x="9.5" y="16.3" width="13" height="4.1" rx="2.05" fill="#e9bc62"/></svg>`;

export const MAILBOX_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f7f9f8; --raised: #fff; --hover: #eff3f1; --border: #e3e8e6;
  --text: #17201d; --muted: #5c6964; --link: #0f766e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101413; --raised: #191f1d; --hover: #222a28; --border: #2e3735;
    --text: #e5eae8; --muted: #98a5a0; --link: #44b5a7;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
header { padding: 14px 20px; background: var(--raised); border-bottom: 1px solid var(--border); }
header a { display: inline-flex; align-items: center; gap: 10px; color: inherit; text-decoration: none; font-size: 19px; font-weight: 650; letter-spacing: -.02em; }
main { max-width: 760px; margin: 0 auto; padding: 28px 20px 56px; }
h1 { margin: 0; font-size: 22px; line-height: 1.3; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { margin: 28px 0 10px; font-size: 16px; }
code { font-size: .92em; }
.title { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; }
.quiet { text-decoration: none; font-weight: 550; }
.quiet:hover { text-decoration: underline; }
.hint { margin: 6px 0 20px; color: var(--muted); }
.list { list-style: none; margin: 0; padding: 0; background: var(--raised); border: 1px solid var(--border); border-radius: 12px; overflow: hidden; }
.list li + li { border-top: 1px solid var(--border); }
.list a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 18px; color: inherit; text-decoration: none; }
.list a:hover { background: var(--hover); }
.list a:focus-visible { outline-offset: -2px; border-radius: 12px; }
.to { color: var(--muted); font-size: 14px; overflow-wrap: anywhere; }
time { color: var(--muted); font-size: 14px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.subject, .snippet { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.subject { font-weight: 600; }
.snippet { color: var(--muted); font-size: 14px; }
.empty { padding: 56px 24px; text-align: center; background: var(--raised); border: 1px dashed var(--border); border-radius: 12px; }
.empty p { max-width: 42ch; margin: 6px auto 0; color: var(--muted); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; margin: 12px 0 20px; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
dd time { color: inherit; font-size: inherit; }
iframe { display: block; width: 100%; height: min(620px, 75vh); border: 1px solid var(--border); border-radius: 12px; background: var(--raised); resize: vertical; }
pre {
  margin: 0; padding: 18px; background: var(--raised); border: 1px solid var(--border); border-radius: 12px;
  font: 14px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
@media (max-width: 480px) {
  main { padding: 22px 14px 40px; }
  .list a { grid-template-columns: 1fr; padding: 14px; }
}
`;
