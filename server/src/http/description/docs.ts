import { type Endpoint, endpoints, errorCodes } from '@sheaf/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { escapeHtml } from '../../platform/text/html.ts';
import { errorsOf, keyMayCall, openApi, whoMayCall } from './openapi.ts';

/** Serves /api/openapi.json for programs and /api/docs for people: one page without script, made from the contract. */
export function mountDocs(api: FastifyInstance, publicUrl: string): void {
  // Made on the first request, so that they don’t delay the start.
  let description: string | undefined;
  let page: string | undefined;
  api.get('/openapi.json', async (_, reply) => {
    description ??= JSON.stringify(openApi(publicUrl));
    return reply.type('application/json').send(description);
  });
  api.get('/docs', async (_, reply) => {
    page ??= docsPage();
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

function docsPage(): string {
  const sections = Map.groupBy(endpoints, ({ section }) => section);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sheaf API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body><header><h1>Sheaf API</h1>
<p>Base path <code>/api</code>. Send <code>Authorization: Bearer …</code> with an API key, which belongs to one workspace, or with the token of a
session, and <code>Organization: &lt;id&gt;</code> to choose a workspace.
Success is <code>{ data, pagination? }</code>, failure <code>{ message, code, errors? }</code>.
For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${[...sections.keys()].map((name) => `<a href="#${name}">${name}</a>`).join(' ')} <a href="#errors">errors</a></nav></header>
<main>${[...sections].map(([name, calls]) => `<section id="${name}"><h2>${name}</h2>${calls.map((call) => callBlock(call.endpoint)).join('')}</section>`).join('')}
<section id="errors"><h2>Error codes</h2><table>${Object.entries(errorCodes)
    .map(
      ([code, { status, meaning }]) =>
        `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(meaning)}</td></tr>`,
    )
    .join('')}</table></section></main></body></html>`;
}

function callBlock(endpoint: Endpoint): string {
  return `<details><summary><b class="${endpoint.method}">${endpoint.method}</b> <code>${endpoint.path}</code> <span>${escapeHtml(endpoint.summary)}</span></summary>
<dl><dt>Who</dt><dd>${whoMayCall(endpoint.access)}</dd><dt>API key</dt><dd>${keyMayCall(endpoint)}</dd>
${fieldRow('Path', endpoint.params)}${fieldRow('Query', endpoint.query)}${fieldRow('Body', endpoint.body)}
<dt>Answer</dt><dd>${endpoint.status}, data: <pre>${escapeHtml(JSON.stringify(endpoint.data.toJSONSchema({ io: 'output' }), shorten, 2))}</pre></dd>
<dt>Errors</dt><dd>${errorsOf(endpoint)
    .map((code) => `${errorCodes[code].status} <code>${code}</code>`)
    .join(', ')}</dd></dl></details>`;
}

function fieldRow(title: string, fields: z.ZodObject | undefined): string {
  if (!fields) return '';
  const rows = Object.entries(fields.shape).map(([name, field]) => {
    const required = !(field as z.ZodType).safeParse(undefined).success;
    const schema = JSON.stringify((field as z.ZodType).toJSONSchema({ io: 'input' }), shorten);
    return `<li><code>${name}</code>${required ? '' : ' (optional)'} <small>${escapeHtml(schema)}</small></li>`;
  });
  return `<dt>${title}</dt><dd><ul>${rows.join('')}</ul></dd>`;
}

/** Leaves out what readers don’t need. */
const shorten = (key: string, value: unknown) =>
  ['$schema', 'additionalProperties', 'pattern', 'id'].includes(key) ? undefined : value;

const style = `:root{color-scheme:light dark;--line:light-dark(#e4e7ea,#2c3236);--soft:light-dark(#5b6670,#9aa7b0)}
body{background:light-dark(#fff,#101413);color:light-dark(#1a1f1e,#e8ecea);font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:0 auto;padding:24px 16px 64px}
h1{margin:0}h2{margin:32px 0 8px;text-transform:capitalize}nav a{margin-right:12px;text-transform:capitalize}
a{color:light-dark(#0f766e,#5ec9bd)}details{border:1px solid var(--line);border-radius:8px;margin:8px 0;padding:8px 12px}
code,summary,td{overflow-wrap:anywhere}summary{cursor:pointer}summary span{color:var(--soft)}b{display:inline-block;min-width:56px;font-size:12px}
.GET{color:light-dark(#0c6b62,#5ec9bd)}.POST{color:light-dark(#1f5fae,#7db4f5)}.PUT,.PATCH{color:light-dark(#8a5a00,#e0b354)}.DELETE{color:light-dark(#b42318,#ff8d7d)}
dt{font-weight:600;margin-top:8px}dd{margin:0}ul{margin:0;padding-left:18px}small{color:var(--soft)}pre{overflow:auto;font-size:13px}
table{border-collapse:collapse}td{border-top:1px solid var(--line);padding:6px 12px 6px 0;vertical-align:top}`;
