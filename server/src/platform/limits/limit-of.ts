/** Which limit a key belongs to: its first word. The rest names people and networks. */
export const limitOf = (key: string): string => key.split(' ', 1)[0]!;
