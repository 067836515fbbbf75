const OC = 'xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"';
const propfind = (props: string) =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" ${OC}><d:prop>${props}</d:prop></d:propfind>`;

const PLAIN_PROPS = '<d:resourcetype/><d:getcontentlength/><d:getlastmodified/><d:getetag/><d:getcontenttype/>';
const NEXTCLOUD_PROPS = `${PLAIN_PROPS}<oc:fileid/><oc:checksums/><oc:owner-display-name/><oc:permissions/><nc:mount-type/>`;

/** The properties of plain servers; if more are requested, they list the missing ones for every resource. */
export const PLAIN_PROPFIND = propfind(PLAIN_PROPS);
/** The properties of Nextcloud and ownCloud. */
export const NEXTCLOUD_PROPFIND = propfind(NEXTCLOUD_PROPS);
export const QUOTA = propfind('<d:quota-used-bytes/><d:quota-available-bytes/>');
export const PRINCIPAL = propfind('<d:current-user-principal/>');
export const META_PATH = propfind('<oc:meta-path-for-user/>');

/** Finds the resource with an id: RFC 5323 as Nextcloud implements it. */
export const searchById = (scope: string, fileId: string) =>
  `<?xml version="1.0" encoding="utf-8"?><d:searchrequest xmlns:d="DAV:" ${OC}><d:basicsearch>` +
  `<d:select><d:prop>${NEXTCLOUD_PROPS}</d:prop></d:select>` +
  `<d:from><d:scope><d:href>${scope}</d:href><d:depth>infinity</d:depth></d:scope></d:from>` +
  `<d:where><d:eq><d:prop><oc:fileid/></d:prop><d:literal>${fileId}</d:literal></d:eq></d:where>` +
  '</d:basicsearch></d:searchrequest>';
