/** A port of its own, so that a Sheaf somebody is using does not get in the way; E2E_PORT names another. */
export const port = Number(process.env.E2E_PORT ?? 3817);

export const origin = `http://localhost:${port}`;
