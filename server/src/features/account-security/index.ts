export { accountSecurityRoutes } from './account-security.routes.ts';
export { resetTwoFactor } from './reset-two-factor.ts';
