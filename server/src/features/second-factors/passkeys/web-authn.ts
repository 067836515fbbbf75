/** Loaded with the first passkey: it brings readers of certificates along, which a start need not wait for. */
export const webAuthn = () => import('@simplewebauthn/server');
