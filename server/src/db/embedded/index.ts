export { EmbeddedPostgresError } from './embedded-error.ts';
export { findPostmaster } from './postmaster.ts';
export { type EmbeddedPostgres, startEmbedded } from './start-embedded.ts';
