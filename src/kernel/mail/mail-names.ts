import { visibleLine } from '#shared/text.ts'

const LONGEST_GREETED = 60

/** A dot, in any script, that mail programs could take for one of a web address: "evil.example", "K.Murugan". */
const innerDot = /(?<=[\p{L}\p{M}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})/gu

/** Typed text as a line of a mail, without links: a stranger could have us mail one. "https://evil.example" becomes "https evil. example". */
export const withoutLinks = (typed: string) =>
  visibleLine(typed)
    .replace(/:\/+/g, ' ')
    .replace(/@(?=\S)/g, ' at ')
    .replace(innerDot, '. ')

export function greetedName(typed: string) {
  const isMessage = /[/@]|www\.|[\p{L}\p{M}\p{N}]\.\p{Ll}/iu.test(
    typed.replace(/(?<=\b\p{L}{1,3})\.(?=\p{Lu})/gu, '. '),
  )
  return isMessage || typed.length > LONGEST_GREETED ? undefined : withoutLinks(typed)
}

/** "नमस्ते सविता जी,": by the first name. A name of more than two words is a group's. */
export function greetingHi(typed: string) {
  const name = greetedName(typed)
  if (!name) return 'नमस्ते,'
  const [first, ...more] = name.split(' ')
  return more.length > 1 ? `नमस्ते ${name},` : `नमस्ते ${first} जी,`
}
