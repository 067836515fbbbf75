import { ConnectorError } from '../../kit/errors.ts';
import { FolderLimit } from '../../kit/walk/folder-limit.ts';
import { MalformedXml, type XmlEvents, XmlReader } from '../../kit/xml/xml-reader.ts';

/** One resource of an answer, in the server’s spelling. */
export interface DavResource {
  href: string;
  isCollection: boolean;
  props: DavProps;
}

/** The requested properties; absent if the server doesn’t have them. */
export interface DavProps {
  length?: string;
  modified?: string;
  etag?: string;
  contentType?: string;
  fileId?: string;
  /** All checksums, separated by spaces: `SHA1:… MD5:…`. */
  checksums?: string;
  ownerName?: string;
  quotaUsed?: string;
  quotaAvailable?: string;
  /** The address of the signed-in user. */
  principal?: string;
  /** At ownCloud, the path of the file with an id. */
  metaPath?: string;
  /** At Nextcloud: `external`, `shared`, `group`; absent in the account’s own storage. */
  mountType?: string;
  /** A letter for each; M is a mounted storage. */
  permissions?: string;
}

const TEXT_PROPS: readonly [key: string, prop: keyof DavProps][] = [
  ['DAV: getcontentlength', 'length'],
  ['DAV: getlastmodified', 'modified'],
  ['DAV: getetag', 'etag'],
  ['DAV: getcontenttype', 'contentType'],
  ['DAV: quota-used-bytes', 'quotaUsed'],
  ['DAV: quota-available-bytes', 'quotaAvailable'],
  ['http://owncloud.org/ns fileid', 'fileId'],
  ['http://owncloud.org/ns owner-display-name', 'ownerName'],
  ['http://owncloud.org/ns meta-path-for-user', 'metaPath'],
  ['http://owncloud.org/ns permissions', 'permissions'],
  ['http://nextcloud.org/ns mount-type', 'mountType'],
];
const [MULTISTATUS, RESPONSE, HREF, PROPSTAT, STATUS, COLLECTION, CHECKSUM, PRINCIPAL, FIRST_TEXT_PROP] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9,
] as const;
const CODES: ReadonlyMap<string, number> = new Map([
  ['DAV: multistatus', MULTISTATUS],
  ['DAV: response', RESPONSE],
  ['DAV: href', HREF],
  ['DAV: propstat', PROPSTAT],
  ['DAV: status', STATUS],
  ['DAV: collection', COLLECTION],
  ['http://owncloud.org/ns checksum', CHECKSUM],
  ['DAV: current-user-principal', PRINCIPAL],
  ...TEXT_PROPS.map(([key], at): [string, number] => [key, FIRST_TEXT_PROP + at]),
]);
const MAX_BYTES = 512 * 1024 * 1024;

/** Reads a 207 answer. Properties of a propstat whose status is not 200 count as absent. */
export async function readMultistatus(body: AsyncIterable<Uint8Array>): Promise<DavResource[]> {
  const reading = new MultistatusReading();
  const reader = new XmlReader(CODES, reading);
  const decoder = new TextDecoder();
  const limit = new FolderLimit();
  let size = 0;
  let counted = 0;
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > MAX_BYTES) throw new MalformedXml('it is too long');
      reader.write(decoder.decode(piece, { stream: true }));
      limit.add(reading.resources.length - counted);
      counted = reading.resources.length;
    }
    reader.write(decoder.decode());
    reader.end();
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    throw new ConnectorError('unavailable', `The server's list of files cannot be read: ${error.message}`);
  } finally {
    limit.end();
  }
  return reading.resources;
}

class MultistatusReading implements XmlEvents {
  readonly resources: DavResource[] = [];
  #begun = false;
  #resource: DavResource | null = null;
  #exists = true;
  /** The properties of the propstat being parsed; its status comes last. */
  #props: DavProps | null = null;
  #isCollection = false;
  #isFound = true;
  #inPrincipal = false;

  open(code: number): void {
    if (!this.#begun && code !== MULTISTATUS) throw new MalformedXml('it is no multistatus');
    this.#begun = true;
    if (code === RESPONSE) {
      this.#resource = { href: '', isCollection: false, props: {} };
      this.#exists = true;
    } else if (code === PROPSTAT) {
      this.#props = {};
      this.#isCollection = false;
      this.#isFound = true;
    } else if (code === COLLECTION) this.#isCollection = true;
    else if (code === PRINCIPAL) this.#inPrincipal = true;
  }

  close(code: number, text: string): void {
    if (code === 0 || this.#resource === null) return;
    if (this.#props === null) this.#closeInResponse(this.#resource, code, text);
    else this.#closeInPropstat(this.#resource, this.#props, code, text);
  }

  #closeInResponse(resource: DavResource, code: number, text: string): void {
    if (code === HREF) resource.href ||= text.trim();
    else if (code === STATUS) this.#exists = isSuccess(text);
    else if (code === RESPONSE) {
      if (this.#exists && resource.href !== '') this.resources.push(resource);
      this.#resource = null;
    }
  }

  #closeInPropstat(resource: DavResource, props: DavProps, code: number, text: string): void {
    if (code >= FIRST_TEXT_PROP) {
      if (text !== '') props[TEXT_PROPS[code - FIRST_TEXT_PROP]![1]] = text;
    } else if (code === STATUS) this.#isFound = isSuccess(text);
    else if (code === CHECKSUM) props.checksums = props.checksums ? `${props.checksums} ${text}` : text;
    else if (code === HREF && this.#inPrincipal) props.principal = text.trim();
    else if (code === PRINCIPAL) this.#inPrincipal = false;
    else if (code === PROPSTAT) {
      if (this.#isFound) this.#keep(resource, props);
      this.#props = null;
    }
  }

  #keep(resource: DavResource, props: DavProps): void {
    resource.isCollection ||= this.#isCollection;
    // Usually, there is one propstat with status 200.
    resource.props = Object.keys(resource.props).length === 0 ? props : { ...resource.props, ...props };
  }
}

/** Parses `HTTP/1.1 200 OK`. */
const isSuccess = (status: string) => status.charCodeAt(status.indexOf(' ') + 1) === 50;
