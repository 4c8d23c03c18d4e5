import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { MINUTE_MS } from '#shared/time.ts'

const CLOCK_SKEW_MS = 15 * MINUTE_MS

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Whether a request bears the signature S3 asks for: AWS Signature Version 4 in the authorization header, as in
 * Amazon's "Authenticating Requests (AWS Signature Version 4)". The canonical request is made again from what arrived.
 */
export function isSigned(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region }: { accessKeyId: string; secretAccessKey: string; region: string },
) {
  const [, credential, signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = String(headers['x-amz-date'])
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (credential !== `${accessKeyId}/${scope}` || !(Math.abs(Date.now() - sent) < CLOCK_SKEW_MS)) return false
  const names = signedNames.split(';')
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !names.includes(name))) return false
  const payload = headers['x-amz-content-sha256']
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false

  const asked = new URL(url ?? '/', 'http://localhost')
  const canonical = [
    method,
    asked.pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    [...asked.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedNames,
    payload,
  ].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return signature === hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex')
}
