import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small S3-compatible endpoint: put, get, list by prefix and delete, in memory. */
export async function testBucket() {
  const objects = new Map<string, { content: Buffer; type: string }>()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(`${request.method} ${request.headers.authorization?.split(' ')[0]}`)
    const name = decodeURIComponent(url.pathname.replace(/^\/pictures\/?/, ''))
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const found = objects.get(name)
    const xml = (status: number, text: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
    if (!url.pathname.startsWith('/pictures'))
      return xml(404, '<Error><Code>NoSuchBucket</Code><Message>No bucket</Message></Error>')
    if (request.method === 'PUT') {
      objects.set(name, { content: Buffer.concat(parts), type: request.headers['content-type'] ?? '' })
      return response.writeHead(200, { etag: '"1"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    if (url.searchParams.has('list-type')) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(url.searchParams.get('prefix') ?? ''))
      const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
      return xml(200, `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`)
    }
    if (!found) return xml(404, '<Error><Code>NoSuchKey</Code><Message>No object</Message></Error>')
    return response
      .writeHead(200, { 'content-type': found.type, 'content-length': found.content.length })
      .end(found.content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    asked,
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'ap-south-1',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test secret',
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
