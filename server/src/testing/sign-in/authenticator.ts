import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Use {
  /** The origin that the browser reports. */
  origin?: string;
  /** Whether the device has checked the person. */
  verified?: boolean;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** A browser and its device with one passkey, which answers our challenges. */
export class Authenticator {
  readonly id = base64(randomBytes(16));
  /** 0: the device keeps no counter. */
  counter = 0;
  userHandle: string | undefined;
  readonly #origin: string;
  readonly #rpId: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor(publicUrl = 'http://localhost:3000') {
    const { origin, hostname } = new URL(publicUrl);
    this.#origin = origin;
    this.#rpId = hostname;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Like navigator.credentials.create. */
  create(options: { challenge: string; user?: unknown }, { origin, verified = true }: Use = {}) {
    this.userHandle = (options.user as { id: string }).id;
    const { x, y } = this.#publicKey.export({ format: 'jwk' });
    const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
    const authData = new Uint8Array(Buffer.concat([this.#head(verified, 0x40), credential]));
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const clientData = this.#clientData('webauthn.create', options.challenge, origin);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64(clientData),
        attestationObject: base64(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    };
  }

  /** Like navigator.credentials.get. */
  get(options: { challenge: string }, { origin, verified = true }: Use = {}) {
    const authenticatorData = this.#head(verified);
    const clientData = this.#clientData('webauthn.get', options.challenge, origin);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
        userHandle: this.userHandle,
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, origin = this.#origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** The hash of the name, whether the person was present and checked, and the counter. */
  #head(verified: boolean, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.#rpId), Buffer.of(0x01 | (verified ? 0x04 : 0) | more), counter]);
  }
}
