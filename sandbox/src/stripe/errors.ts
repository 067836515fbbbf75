import type { SandboxResponse } from '../shared/server.ts';

type Type = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error';

interface Details {
  type?: Type;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  /** Objects that a failed payment leaves behind. */
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
}

/** Thrown anywhere below the server, which answers it as Stripe would. */
export class StripeError extends Error {
  override name = 'StripeError';
  readonly status: number;
  readonly details: Details & { type: Type };

  constructor(status: number, details: Details) {
    super(details.message);
    this.status = status;
    this.details = { type: 'invalid_request_error', ...details };
  }
}

export const badRequest = (message: string, param?: string, code?: string) =>
  new StripeError(400, { message, ...(param !== undefined && { param }), ...(code !== undefined && { code }) });

export function errorAnswer(error: StripeError): SandboxResponse {
  const { code } = error.details;
  const doc_url =
    code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
  return {
    status: error.status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: { ...error.details, ...doc_url } }),
  };
}
