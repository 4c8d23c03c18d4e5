import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { z } from 'zod'

// The most that HTTP in Node can do: Fastify sends the shop's answers, bytes and headers, without any work.

const Answers = z.record(z.string(), z.object({ headers: z.record(z.string(), z.string()), body: z.base64() }))

const answers = new Map(
  Object.entries(Answers.parse(JSON.parse(readFileSync(process.env.ANSWERS ?? '', 'utf8')))).map(
    ([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, 'base64') }],
  ),
)

const app = Fastify()
app.get('/ready', (_, reply) => reply.send('ready'))
app.get('/*', (request, reply) => {
  const answer = answers.get(request.url)
  if (!answer) return reply.code(404).send()
  return reply.headers(answer.headers).send(answer.body)
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
