export { EmbeddedPostgresError } from './embedded-error.ts';
export { type EmbeddedPostgres, startEmbedded } from './start-embedded.ts';
