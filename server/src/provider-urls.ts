type Given<Name extends string> = Record<Name, string | undefined>;

/**
 * The addresses that are set, by the names of the connector's manifest. Revoke lies beside token and uploads beside the
 * API, as at Google: what is sent there belongs to the same server.
 */
export function googleUrls(given: Given<'GOOGLE_AUTH_URL' | 'GOOGLE_TOKEN_URL' | 'GOOGLE_DRIVE_API_URL'>) {
  const [token, api] = [given.GOOGLE_TOKEN_URL, given.GOOGLE_DRIVE_API_URL];
  const drive = api && new URL(api).pathname === '/' ? `${api}/drive/v3` : api;
  return present({
    authorize: given.GOOGLE_AUTH_URL,
    token,
    revoke: token && new URL('revoke', token).href,
    drive,
    upload: drive && new URL(`/upload${new URL(drive).pathname}`, drive).href,
  });
}

/** The connector adds the API's version itself. */
export function dropboxUrls(given: Given<'DROPBOX_AUTH_URL' | 'DROPBOX_API_URL' | 'DROPBOX_CONTENT_URL'>) {
  return present({
    authorize: given.DROPBOX_AUTH_URL,
    api: given.DROPBOX_API_URL?.replace(/\/2$/, ''),
    content: given.DROPBOX_CONTENT_URL?.replace(/\/2$/, ''),
  });
}

const present = (urls: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(urls).flatMap(([name, url]) => (url ? [[name, url]] : [])));
