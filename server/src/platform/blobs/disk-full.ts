/** Whether a write failed because the disk, or this user's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/^(ENOSPC|EDQUOT)$/.test((cause as NodeJS.ErrnoException).code ?? '')) return true;
  return false;
}

export const diskFullMessage = 'The server’s disk is full. Ask your administrator to free some space.';
