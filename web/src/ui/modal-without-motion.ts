/**
 * For dialogs with a list that opens beyond their edge. A dialog that moved in keeps a transform, and what is inside one
 * cannot leave it.
 */
export const withoutMotion = { transition: 'fade' } as const;
