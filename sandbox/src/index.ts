export { type S3Options, type S3Sandbox, startS3 } from './s3/server.ts';
