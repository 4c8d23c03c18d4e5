import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Facts, fill, fillText } from './facts.ts'

export type Who = 'visitor' | 'shopper' | 'seller' | 'maker'

export interface FuzzFile {
  field: string
  name: string
  type: string
  base64: string
}

export type FuzzBody =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'csv'; text: string }
  | { kind: 'bytes'; base64: string }
  | { kind: 'form'; fields: [string, string][] }
  | { kind: 'multipart'; fields: [string, string][]; files: FuzzFile[]; cutAt: number | undefined }

/** One request as data, with names of facts: it can be printed, shrunk and sent again. */
export interface FuzzRequest {
  /** "POST /api/user/login", "page /products/:category" … */
  target: string
  who: Who
  method: string
  /** With `:id` and the like. */
  path: string
  params: Record<string, string>
  query: [string, string][]
  /** Percent signs and slashes in params and query stay as they are. */
  isRaw: boolean
  headers: Record<string, string>
  contentType: string | undefined
  body: FuzzBody
}

export interface FuzzAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const BOUNDARY = 'haat-fuzz-boundary'

/** Percent-encoded UTF-8; encodeURIComponent throws for lone surrogates. */
const encode = (text: string) =>
  Array.from(Buffer.from(text, 'utf8'), (byte) =>
    /[A-Za-z0-9_.~-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).padStart(2, '0')}`,
  ).join('')
/** Encodes only what Node does not let into a request line. */
const encodeOdd = (text: string) => text.replace(/[^!-~]+/g, encode)

export function urlOf({ path, params, query, isRaw }: FuzzRequest, known: Facts) {
  const written = isRaw ? encodeOdd : encode
  const filled = path.replace(/:(\w+)/g, (_, name: string) => written(fillText(params[name] ?? '', known)))
  const pairs = query.map(([name, value]) => `${written(fillText(name, known))}=${written(fillText(value, known))}`)
  return encodeOdd(pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled)
}

function multipart(fields: [string, string][], files: FuzzFile[]) {
  const part = (head: string, content: Buffer) => [
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]
  return Buffer.concat([
    ...fields.flatMap(([name, value]) => part(`Content-Disposition: form-data; name="${name}"`, Buffer.from(value))),
    ...files.flatMap(({ field, name, type, base64 }) =>
      part(
        `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`,
        Buffer.from(base64, 'base64'),
      ),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}

function bytesOf(body: FuzzBody, known: Facts): { type: string; bytes: Buffer } | undefined {
  const pairs = (fields: [string, string][]) =>
    fields.map(([name, value]): [string, string] => [name, fillText(value, known)])
  switch (body.kind) {
    case 'none':
      return undefined
    case 'json':
      return { type: 'application/json', bytes: Buffer.from(JSON.stringify(fill(body.value, known)) ?? '') }
    case 'text':
      return { type: 'application/json', bytes: Buffer.from(fillText(body.text, known)) }
    case 'csv':
      return { type: 'text/csv', bytes: Buffer.from(fillText(body.text, known)) }
    case 'bytes':
      return { type: 'application/json', bytes: Buffer.from(body.base64, 'base64') }
    case 'form': {
      const text = pairs(body.fields).map(([name, value]) => `${encode(name)}=${encode(value)}`)
      return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text.join('&')) }
    }
    case 'multipart': {
      const whole = multipart(pairs(body.fields), body.files)
      return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: whole.subarray(0, body.cutAt) }
    }
  }
}

const isToken = /^[\w!#$%&'*+.^`|~-]+$/
/** A header takes Latin-1 without controls; Node sends nothing else. */
const headerText = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

const unpack: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** Answers without a body, as to HEAD, name an encoding too. Throws when the body is not packed as said. */
function textOf(body: Buffer, { 'content-encoding': encoding }: IncomingHttpHeaders) {
  if (encoding === undefined || body.length === 0) return body.toString('utf8')
  const unpacked = unpack[encoding]?.(body)
  if (!unpacked) throw new Error(`an encoding that nobody knows: ${encoding}`)
  return unpacked.toString('utf8')
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
export const closeConnections = () => agent.destroy()

/** `cookie`: the caller's session. */
export function send(
  port: number,
  request: FuzzRequest,
  known: Facts,
  cookie: string | undefined,
): Promise<FuzzAnswer> {
  const body = bytesOf(request.body, known)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (isToken.test(name)) headers[name.toLowerCase()] = headerText(fillText(value, known))
  }
  if (body) {
    headers['content-type'] = headerText(request.contentType ?? body.type)
    headers['content-length'] = String(body.bytes.length)
  }
  const cookies = [cookie, headers.cookie].filter(Boolean).join('; ')
  if (cookies) headers.cookie = cookies
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { agent, host: '127.0.0.1', port, method: request.method, path: urlOf(request, known), headers },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          try {
            const text = textOf(Buffer.concat(parts), answer.headers)
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    call.on('error', reject)
    call.end(body?.bytes)
  })
}
