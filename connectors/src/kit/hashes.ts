export type HashAlgorithm = 'md5' | 'sha1' | 'sha256' | 'crc32c' | 'quickxor' | 'dropbox';
/** Lower-case hex, as every source is adapted to; quickxor in base64. */
export type Hashes = Partial<Record<HashAlgorithm, string>>;
