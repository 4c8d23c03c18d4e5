import { LRUCache } from 'lru-cache'
import type { KeptParts } from './kept-parts.tsx'

/** Some three thousand product cards. */
const MAX_BYTES = 8 * 1024 * 1024
/** Of a letter, in a text with a rupee sign. */
const LETTER_BYTES = 2

const kept = new LRUCache<string, string>({
  maxSize: MAX_BYTES,
  sizeCalculation: (html, of) => LETTER_BYTES * (html.length + of.length),
})

/** The parts of one page: those that other pages had before, and those that are new and kept once the page is written. */
export function partsOfPage() {
  const marked: string[] = []
  const parts: KeptParts = { find: (of) => kept.get(of), mark: (of) => `${marked.push(of) - 1}` }

  /** Keeps the new parts of the finished page, and gives it back without their marks. */
  function keepNew(html: string) {
    if (marked.length === 0) return html
    return html.replace(/ data-part="(\d+)"/g, (_, number: string, at: number) => {
      const of = marked[Number(number)]
      const [, name] = /^<(\w+)/.exec(html.slice(html.lastIndexOf('<', at), at)) ?? []
      const begin = html.indexOf('>', at) + 1
      const end = html.indexOf(`</${name}>`, begin)
      // A copy: a part of a text would keep the whole page in memory.
      if (of !== undefined && end >= begin) kept.set(of, Buffer.from(html.slice(begin, end)).toString())
      return ''
    })
  }
  return { parts, keepNew }
}
