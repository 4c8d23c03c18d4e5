import type { z } from 'zod'
import { badInput } from '#shared/app-error.ts'

/** Checks and decodes. Throws BAD_INPUT with zod's findings as one sentence a field. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'body'
    fields[field] ??= sentence(issue)
  }
  throw badInput(fields)
}

function sentence(issue: z.core.$ZodIssue) {
  const where = issue.path.join('.')
  if (!/^(Invalid|Unrecognized|Too (small|big))/.test(issue.message)) return issue.message
  return where ? `Please check ${where}` : 'Please check what you sent'
}
