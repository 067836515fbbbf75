const keyOf = (token: string) => `visit ${token}`;

/** What stands for the password of a link, as long as the tab is open. Without storage it is asked for again. */
export const keptVisit = {
  of(token: string): string | undefined {
    try {
      return sessionStorage.getItem(keyOf(token)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  keep(token: string, visit: string): void {
    try {
      sessionStorage.setItem(keyOf(token), visit);
    } catch {
      // The visit goes on without it.
    }
  },
};
