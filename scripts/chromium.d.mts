/** The Chromium for the browser tests; undefined before `npm test` has found or installed one. */
export function chromiumPath(): string | undefined;
