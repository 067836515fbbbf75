export { mountEvents } from './events.ts';
