/** Where the bytes of a content lie: once per organisation, whatever brought them. */
export function contentKey(organizationId: string, sha256: Buffer): string {
  const hex = sha256.toString('hex');
  return `content/${organizationId}/${hex.slice(0, 2)}/${hex}`;
}

/** Where the small picture made of a content lies. */
export const thumbnailKey = (organizationId: string, sha256: Buffer): string =>
  contentKey(organizationId, sha256).replace('content/', 'thumbnails/');

/** Where the PDF made of a content lies. */
export const renditionKey = (organizationId: string, sha256: Buffer): string =>
  contentKey(organizationId, sha256).replace('content/', 'renditions/');

/** Where the bytes of a picture of a person or a workspace lie. */
export const imageKey = (key: string): string => `images/${key}.webp`;
