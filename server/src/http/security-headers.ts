import type { FastifyInstance } from 'fastify';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine sets style attributes and style elements at run time.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Constant headers on every answer: no inline script, nothing from elsewhere, never in a foreign frame. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

export function setSecurityHeaders(app: FastifyInstance, https: boolean): void {
  const headers = {
    ...securityHeaders,
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers);
  });
}
