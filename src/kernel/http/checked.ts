import type { z } from 'zod'
import { message } from '#kernel/kernel.messages.ts'
import { badInput } from '#shared/app-error.ts'
import { type Message, messageIn } from '#shared/messages.ts'

/** Checks and decodes. Throws BAD_INPUT with zod's findings as one sentence a field. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const found: Record<string, Message> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'body'
    found[field] ??= messageIn(issue.message) ?? sentence(issue)
  }
  throw badInput(found)
}

function sentence(issue: z.core.$ZodIssue) {
  const where = issue.path.join('.')
  return where ? message('CHECK_FIELD', { where }) : message('CHECK_BODY')
}
