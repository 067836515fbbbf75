/** Loads what every start loads, with NODE_COMPILE_CACHE set, so that Node stores the compiled code in the image. */
await import('../../server/src/start.ts');
await import('../../server/src/platform/blobs/s3/s3.ts');
await import('@sheaf/sandbox');
