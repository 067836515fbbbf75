import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { authenticateSetup, setupIntentFor } from '../calls/setup-intents.ts';
import { StripeError } from '../errors.ts';
import { Params } from '../params.ts';
import type { World } from '../world.ts';
import { dialogPage } from './dialog.ts';
import { elementPage } from './element.ts';
import { invoicePdf } from './pdf.ts';
import { mainScript, moduleScript } from './served.ts';

const notFound: SandboxResponse = { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' };

/** All pages for browsers: the script, its frames and invoices. */
export async function answerPage(world: World, req: SandboxRequest): Promise<SandboxResponse> {
  const [, root, kind = '', ...rest] = req.path.split('/');
  if (root !== 'stripe') return notFound;
  if (kind === 'authenticate' && req.method === 'POST') return authenticate(world, req, rest);
  if (req.method !== 'GET' && req.method !== 'HEAD') return notFound;
  if (kind === 'v3') return mainScript();
  if (kind === 'dialog') return dialogPage();
  if (kind === 'browser') return moduleScript((rest[0] ?? '').replace(/[.]ts$/, '')) ?? notFound;
  if (kind === 'elements') return elementPage(rest[0] ?? '') ?? notFound;
  if (kind === 'invoices') return invoice(world, rest);
  return notFound;
}

function invoice(world: World, [id = '']: string[]): SandboxResponse {
  const found = world.invoices.get(id);
  if (!found || found.status === 'draft') return notFound;
  return invoicePdf(found);
}

/** The person’s answer in the dialog; the client secret proves who they are. */
async function authenticate(world: World, req: SandboxRequest, [id = '']: string[]): Promise<SandboxResponse> {
  const params = Params.parse(new URLSearchParams((await req.body(10_000)).toString()));
  params.only('key', 'client_secret', 'outcome');
  if (params.text('key') !== world.options.publishableKey)
    throw new StripeError(401, { message: 'Invalid API Key provided' });
  params.need('client_secret');
  const isComplete = params.oneOf('outcome', ['complete', 'fail']) === 'complete';
  const call = { world, params, ids: [id] };
  const intent = authenticateSetup(world, setupIntentFor(call), isComplete);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(intent) };
}
