export { openPayments, type Payments } from './payments.ts';
export { openSandboxPayments } from './sandbox-payments.ts';
