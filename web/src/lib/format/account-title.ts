interface Named {
  name: string;
  display_name: string | null;
}

/** The title of an account: its owner’s name for it, or else that of its app. */
export const accountTitle = ({ display_name }: Pick<Named, 'display_name'>, source: { name: string }): string =>
  display_name ?? source.name;

/** What distinguishes it from others with the same title: its address at the app, if any. */
export const accountDetail = ({ name }: Pick<Named, 'name'>, source: { name: string }): string | undefined =>
  name === source.name ? undefined : name;

/** On one line: 'Google Drive, ada@example.com', or 'Studio archive (Google Drive, ada@example.com)'. */
export function accountText(account: Named, source: { name: string }): string {
  const detail = accountDetail(account, source);
  const plain = detail ? `${source.name}, ${detail}` : source.name;
  return account.display_name ? `${account.display_name} (${plain})` : plain;
}

/** Shown below the title when no icon identifies the app: ‘Google Drive · ada@example.com’ under a given name. */
export const accountLine = (account: Named, source: { name: string }): string =>
  [account.display_name ? source.name : undefined, accountDetail(account, source)].filter(Boolean).join(' · ');
