import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from './signature.ts'

/** What can happen to a request instead of an answer. */
export type Mishap = 'hangs' | 'cut off' | 'SlowDown' | 'InternalError' | 'AccessDenied'

const statuses = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  SignatureDoesNotMatch: 403,
  AccessDenied: 403,
  SlowDown: 503,
  InternalError: 500,
}
const account = { accessKeyId: 'test', secretAccessKey: 'test secret', region: 'ap-south-1' }
const PAGE = 3

/**
 * A small S3-compatible endpoint with the bucket "pictures": put, get, list by prefix, three keys a page, and delete, in
 * memory. It checks signatures, and believes X-Forwarded-Host. `mishaps` befall the next requests, one each.
 */
export async function testBucket() {
  const objects = new Map<string, { content: Buffer; type: string }>()
  const asked: string[] = []
  const mishaps: Mishap[] = []
  const xml = (response: ServerResponse, status: number, text: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)
  const refuse = (response: ServerResponse, code: keyof typeof statuses) =>
    xml(response, statuses[code], `<Error><Code>${code}</Code><Message>No</Message><HostId>a</HostId></Error>`)

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    request.headers.host = request.headers['x-forwarded-host']?.toString() ?? request.headers.host
    const inHost = request.headers.host?.startsWith('pictures.')
    const [, bucket, name = ''] =
      /^\/([^/]*)\/?(.*)$/.exec(`${inHost ? '/pictures' : ''}${decodeURIComponent(url.pathname)}`) ?? []
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts)
    asked.push(`${request.method} ${request.headers.host}${url.pathname}`)
    const mishap = mishaps.shift()
    if (mishap === 'hangs') return
    if (mishap === 'cut off')
      return response.writeHead(200, { 'content-length': 1000 }).write('half', () => response.destroy())
    if (mishap) return refuse(response, mishap)
    if (!isSigned(request, body, account)) return refuse(response, 'SignatureDoesNotMatch')
    if (bucket !== 'pictures') return refuse(response, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(name, { content: body, type: request.headers['content-type'] ?? '' })
      return response.writeHead(200, { etag: '"1"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    if (url.searchParams.get('list-type') === '2') {
      const after = url.searchParams.get('continuation-token') ?? ''
      const keys = [...objects.keys()]
        .filter((key) => key.startsWith(url.searchParams.get('prefix') ?? '') && key > after)
        .toSorted()
      const page = keys.slice(0, PAGE)
      const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')
      return xml(
        response,
        200,
        `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents}</ListBucketResult>`,
      )
    }
    const found = objects.get(name)
    if (!found) return refuse(response, 'NoSuchKey')
    return response
      .writeHead(200, { 'content-type': found.type, 'content-length': found.content.length })
      .end(found.content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    objects,
    asked,
    mishaps,
    endpoint,
    account,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: account.region,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
