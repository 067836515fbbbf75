/**
 * Whether the process of this container answers: exits with 0 or 1. A worker answers on METRICS_PORT; without one, it
 * counts as healthy as long as it runs.
 */
const { SHEAF_ROLE: role, PORT: port = '3000', METRICS_PORT: metricsPort, SHEAF_SANDBOX_URL: sandboxUrl } = process.env;

function address(): string | null {
  if (role === 'worker') return metricsPort ? `http://127.0.0.1:${metricsPort}/api/health` : null;
  // The sandbox has no health path: any answer of its first cloud will do.
  if (role === 'sandbox') return `http://127.0.0.1:${new URL(sandboxUrl ?? 'http://sandbox:4000').port}/`;
  return `http://127.0.0.1:${port}/api/health`;
}

const asked = address();
if (asked) {
  const answer = await fetch(asked, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
  const isHealthy = answer !== null && (answer.ok || role === 'sandbox');
  process.exit(isHealthy ? 0 : 1);
}
