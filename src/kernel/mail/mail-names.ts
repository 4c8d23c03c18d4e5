import { visibleLine } from '#shared/text.ts'

/** Longer ones are no names to greet somebody by. */
const LONGEST_GREETED = 60

/** A dot that mail programs could take for one of a web address, in whatever script: "evil.example", "K.Murugan". */
const innerDot = /(?<=[\p{L}\p{M}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})/gu

/**
 * What somebody typed, as a line of a mail. Mail programs make links of what looks like an address, so a stranger could have us
 * mail a link of theirs: "https://evil.example" becomes "https evil. example". Older orders may hold marks of direction besides.
 */
export const withoutLinks = (typed: string) =>
  visibleLine(typed)
    .replace(/:\/+/g, ' ')
    .replace(/@(?=\S)/g, ' at ')
    .replace(innerDot, '. ')

/** The name to greet somebody by; undefined for what is no name but a message or an address. "K.Murugan" is a name. */
export function greetedName(typed: string) {
  const isMessage = /[/@]|www\.|[\p{L}\p{M}\p{N}]\.\p{Ll}/iu.test(
    typed.replace(/(?<=\b\p{L}{1,3})\.(?=\p{Lu})/gu, '. '),
  )
  return isMessage || typed.length > LONGEST_GREETED ? undefined : withoutLinks(typed)
}
