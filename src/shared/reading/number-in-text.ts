import { z } from 'zod'

interface NumberInText {
  type: 'integer' | 'number'
  minimum: number
  maximum: number
  /** Of the text; a number has none. */
  pattern: undefined
}

/** Numbers in addresses, where all is text: the description of the API calls them what they are (src/kernel/http/openapi.ts). */
export const numbersInText = z.registry<NumberInText>()

/** A text that is a number of these. */
export function numberInText<T extends z.ZodType>(
  schema: T,
  { type = 'integer', ...range }: { type?: NumberInText['type']; minimum: number; maximum: number },
) {
  numbersInText.add(schema, { type, ...range, pattern: undefined })
  return schema
}
