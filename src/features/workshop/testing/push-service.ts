import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { createPost } from '#kernel/outgoing/post-message.ts'
import { newId } from '#shared/ids.ts'
import { ownCertificate } from './certificate.ts'

export const PUSH_HOST = 'push.example'

interface Got {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A push service on this machine, by https with a certificate of its own, and what sends to it. */
export async function pushService() {
  const own = ownCertificate(PUSH_HOST)
  const got: Got[] = []
  const service = {
    got,
    /** What it answers, by the message's number from 1 on. */
    answer: (_: number): number => 201,
  }
  const server = https.createServer(own, async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    reply.writeHead(service.answer(got.length)).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = ((url: string, options: https.RequestOptions, answer: () => void) =>
    https.request(
      Object.assign(new URL(url), { port }),
      {
        ...options,
        ca: own.cert,
        lookup: (_, { all }, done) =>
          all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
      },
      answer,
    )) as typeof https.request
  return Object.assign(service, {
    post: createPost({ request }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

const hmac = (key: Uint8Array, text: Uint8Array) => createHmac('sha256', key).update(text).digest()
/** One block of HKDF, as RFC 5869 has it. */
const derive = (salt: Uint8Array, secret: Uint8Array, info: Uint8Array, bytes: number) =>
  hmac(hmac(salt, secret), Buffer.concat([info, Uint8Array.of(1)])).subarray(0, bytes)

/** A browser that allowed pushes: what it sends to the shop, and what it reads of a message. */
export function pushBrowser() {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  const path = `/send/${newId()}`
  return {
    path,
    allowed: {
      endpoint: `https://${PUSH_HOST}${path}`,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** As RFC 8188 and 8291 say. */
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const sealed = body.subarray(21 + sender.length)
      const shared = ecdh.computeSecret(sender)
      const secret = derive(auth, shared, Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]), 32)
      const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // A 2 and zeros stand behind the last part.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
    },
  }
}

/** What the shop says of itself in a message's headers, once its signature has been checked with its public key. */
export function signedBy(key: string, authorization: string): Record<string, unknown> {
  const [, token = '', named = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight || named !== key) throw new Error('the message is not signed with the shop’s key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
