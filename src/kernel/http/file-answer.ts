import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { isAsync } from './answer-parts.ts'

type Content = string | Uint8Array | AsyncGenerator<string, void>

/** What an endpoint with `file` answers: a text, bytes, or a text that is made as it is sent. With a name it is saved under it. */
const FileAnswer = z.object({
  name: z.string().optional(),
  content: z.custom<Content>(
    (content) => typeof content === 'string' || content instanceof Uint8Array || isAsync(content),
  ),
})
export type FileAnswer = z.output<typeof FileAnswer>

/** Names the file that is about to be sent, and gives its content. */
export function contentOf(reply: FastifyReply, answer: unknown) {
  const { name, content } = FileAnswer.parse(answer)
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  return content
}
