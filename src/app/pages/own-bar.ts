import { fitting, HOLE_SPARE } from '#kernel/http/brotli-holes.ts'
import type { OwnHtml } from '#shared/page-parts.ts'

/** The end of the top bar, between whose words there are holes of fixed lengths. */
export interface OwnBar {
  texts: string[]
  /** What follows each word up to where HTML allows spaces: behind an attribute, or in an element's end tag. */
  closings: string[]
  /** Lengths of the holes, in bytes: word, closing, spaces. */
  holes: number[]
}

export function ownBar({ bar }: OwnHtml, path: string): OwnBar {
  const [first = '', ...others] = bar.texts(path)
  const closings = others.map((text) => text.slice(0, text.startsWith('"') ? 1 : text.indexOf('>')))
  return {
    texts: [first, ...others.map((text, at) => text.slice(closings[at]?.length))],
    closings,
    holes: closings.map((closing, at) => (bar.rooms[at] ?? 0) + closing.length + HOLE_SPARE),
  }
}

/** What fills the holes; undefined when a word is too long for its own. */
export function fillBar({ closings, holes }: OwnBar, words: readonly string[]) {
  const fillings = holes.flatMap((length, at) => fitting(`${words[at]}${closings[at]}`, length) ?? [])
  return fillings.length === holes.length ? fillings : undefined
}
