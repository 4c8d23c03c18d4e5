import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '#shared/time.ts'

/** One value of DER: its kind, its length, its content. */
function der(kind: number, ...parts: readonly Uint8Array[]) {
  const content = Buffer.concat(parts)
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([kind, ...length]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const id = (...bytes: readonly number[]) => der(0x06, Uint8Array.from(bytes))
const whole = (bytes: Uint8Array) => der(0x02, bytes)

const ECDSA_WITH_SHA256 = sequence(id(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const COMMON_NAME = id(0x55, 0x04, 0x03)
const ALTERNATIVE_NAME = id(0x55, 0x1d, 0x11)

/** "261128120000Z" */
const moment = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

/** A certificate for a name, signed by itself, with its key: as PEM, for a server of a test. */
export function ownCertificate(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const names = sequence(sequence(ALTERNATIVE_NAME, der(0x04, sequence(der(0x82, Buffer.from(name))))))
  const content = sequence(
    der(0xa0, whole(Uint8Array.of(2))),
    whole(Buffer.concat([Uint8Array.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(moment(new Date(Date.now() - DAY_MS)), moment(new Date(Date.now() + DAY_MS))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, names),
  )
  const signature = der(0x03, Uint8Array.of(0), sign('sha256', content, privateKey))
  const bytes = sequence(content, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
