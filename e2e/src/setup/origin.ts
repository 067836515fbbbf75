/** A separate port, so that it does not collide with a running Sheaf; E2E_PORT sets another. */
export const port = Number(process.env.E2E_PORT ?? 3817);

export const origin = `http://localhost:${port}`;
