import { isId } from '#shared/ids.ts'

// Apart from the rules, which all pages load: ids bring zod.

/** One of our ids, or a sample's: its name in small letters, with hyphens. */
export const isProducerId = (text: string) => isId(text) || /^[a-z]+(-[a-z]+)+$/.test(text)
