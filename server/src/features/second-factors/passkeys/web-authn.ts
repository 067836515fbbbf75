/** Loaded with the first passkey: it includes certificate parsers, for which starting shouldn't wait. */
export const webAuthn = () => import('@simplewebauthn/server');
