import type { FastifyInstance } from 'fastify';

/** Pages of clouds that may be shown in a frame of ours: documents that exist only there. */
const cloudPages = 'https://docs.google.com https://drive.google.com';
const officePages = 'https://view.officeapps.live.com';

/** What the page with the card form may load from the payment provider. */
export interface CardFormSources {
  script: string;
  frame: string;
  connect: string;
  image: string;
}

/** The only page whose policy allows the payment provider; people enter and leave it by a page load. */
const cardFormPage = /^\/plans\/card\/?(\?|$)/;

const contentSecurityPolicy = (officeViewer: boolean, card?: CardFormSources, sandbox?: string) =>
  [
    "default-src 'none'",
    `script-src 'self'${more(card?.script)}`,
    // Mantine sets style attributes and style elements at run time.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${more(card?.image)}`,
    "font-src 'self'",
    `connect-src 'self'${more(card?.connect)}`,
    "manifest-src 'self'",
    "media-src 'self'",
    `frame-src 'self' ${cloudPages}${officeViewer ? ` ${officePages}` : ''}${more(card?.frame)}${more(sandbox)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const more = (sources: string | undefined) => (sources ? ` ${sources}` : '');

/**
 * The page that shows files runs only our script, can reach nothing and has no origin, so that a file that manages to
 * run something finds no session and can’t send anything. Mail may load remote images if the person allows it.
 */
export function viewerHeaders(images: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // The decoders of images in PDFs are WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `img-src blob: data:${images ? ' https: http:' : ''}`,
    "font-src 'self' blob: data:",
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'no-referrer',
  };
}

/** Headers of every answer: no inline script, nothing from elsewhere, never in a foreign frame. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(false),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

interface Policy {
  https: boolean;
  officeViewer: boolean;
  cardForm: CardFormSources | undefined;
  /** The origin of sandbox pages that may be shown in a frame. */
  sandboxFrames?: string | undefined;
}

export function setSecurityHeaders(
  app: FastifyInstance,
  { https, officeViewer, cardForm, sandboxFrames }: Policy,
): void {
  const cardPolicy = cardForm && contentSecurityPolicy(officeViewer, cardForm, sandboxFrames);
  const headers = {
    ...securityHeaders,
    'Content-Security-Policy': contentSecurityPolicy(officeViewer, undefined, sandboxFrames),
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (cardPolicy && cardFormPage.test(request.url)) reply.header('Content-Security-Policy', cardPolicy);
    // Answers are for this caller and this moment. Files say themselves how long they may be cached (see
    // send-file.ts).
    if (/^\/(api|dev)(\/|\?|$)/.test(request.url)) reply.header('Cache-Control', 'no-store');
  });
}
