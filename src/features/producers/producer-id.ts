import { isId } from '#shared/ids.ts'

// Apart from the rules, which every page of the shop loads: ids bring zod.

/** Has this the form of a producer's id? An id of ours; a sample's is its name in small letters, several words with hyphens. */
export const isProducerId = (text: string) => isId(text) || /^[a-z]+(-[a-z]+)+$/.test(text)
