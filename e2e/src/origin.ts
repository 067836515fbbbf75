/** A port of its own, so that a Sheaf somebody is using does not get in the way. */
export const port = 3817;

export const origin = `http://localhost:${port}`;
