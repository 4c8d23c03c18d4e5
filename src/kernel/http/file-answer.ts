import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { isAsync } from '../answers/answer-parts.ts'

type Content = string | Uint8Array | AsyncGenerator<string | Uint8Array, void>

/** The answer of an endpoint with `file`. The browser saves it when it has a name. */
const FileAnswer = z.object({
  name: z.string().optional(),
  /** Where it is not always the type that the endpoint names. */
  type: z.string().optional(),
  /** Anybody may keep it for so long; else nobody does. */
  keptSeconds: z.int().optional(),
  content: z.custom<Content>(
    (content) => typeof content === 'string' || content instanceof Uint8Array || isAsync(content),
  ),
})
export type FileAnswer = z.output<typeof FileAnswer>

export function contentOf(reply: FastifyReply, answer: unknown) {
  const { name, type, keptSeconds, content } = FileAnswer.parse(answer)
  if (keptSeconds !== undefined) reply.header('cache-control', `public, max-age=${keptSeconds}`)
  if (type) reply.type(type)
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  return content
}
