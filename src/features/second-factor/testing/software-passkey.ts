import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface At {
  challenge: string
  origin?: string
  rpId?: string
  /** The device asked for finger, face or number. */
  isVerified?: boolean
}

/** A passkey as a phone keeps it (ES256, without attestation); answers what a browser's `toJSON()` gives. */
export function softwarePasskey(home = { origin: 'http://localhost:3000', rpId: 'localhost' }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }
  let uses = 0

  const clientData = (type: string, { challenge, origin = home.origin }: At) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function head({ rpId = home.rpId, isVerified = true }: At, flags = 0) {
    uses += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(uses)
    return Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags]), count])
  }

  /** The map of COSE: EC2, ES256, P-256, x and y. */
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

  return {
    id: named.id,
    create(at: At) {
      const device = Buffer.alloc(16)
      const data = Buffer.concat([head(at, HAS_CREDENTIAL), device, Buffer.from([0, id.length]), id, coseKey])
      // The map of CBOR: fmt "none", attStmt {}, authData.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', at)),
          attestationObject: base64url(attestation),
          transports: ['internal' as const],
        },
      }
    },
    sign(at: At) {
      const [data, client] = [head(at), clientData('webauthn.get', at)]
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}
