import { LRUCache } from 'lru-cache'
import type { KeptParts } from './kept-parts.tsx'

/** Some four thousand product cards. */
const MAX_BYTES = 8 * 1024 * 1024

/** Its bytes are in memory of their own; short ones of `Buffer.from` would be parts of blocks of 64 KB, which they would keep. */
const encoder = new TextEncoder()

const kept = new LRUCache<string, Uint8Array>({
  maxSize: MAX_BYTES,
  sizeCalculation: (html, of) => html.length + of.length,
})

/** Stand around the number of a part that was written before, in its place: no `<` of what React is given gets into a page. */
const [PLACE, PLACE_END] = ['<!--part ', '-->']

/** The parts of one page: those that other pages had before, and those that are new and kept once the page is written. */
export function partsOfPage() {
  const marked: string[] = []
  const known: Uint8Array[] = []
  const parts: KeptParts = {
    find(of) {
      const html = kept.get(of)
      return html && `${PLACE}${known.push(html) - 1}${PLACE_END}`
    },
    mark: (of) => `${marked.push(of) - 1}`,
  }

  /** Keeps the new parts of the written page, and gives it back without their marks. */
  function keepNew(html: string) {
    if (marked.length === 0) return html
    return html.replace(/ data-part="(\d+)"/g, (_, number: string, at: number) => {
      const of = marked[Number(number)]
      const [, name] = /^<(\w+)/.exec(html.slice(html.lastIndexOf('<', at), at)) ?? []
      const begin = html.indexOf('>', at) + 1
      const end = html.indexOf(`</${name}>`, begin)
      if (of !== undefined && end >= begin) kept.set(of, encoder.encode(html.slice(begin, end)))
      return ''
    })
  }

  /** The page with the known parts in their places. They are bytes already: React's text, which has to be put together, stays short. */
  function insertKnown(html: Buffer) {
    const pieces: Uint8Array[] = []
    let from = 0
    for (let at = html.indexOf(PLACE); at >= 0; at = html.indexOf(PLACE, from)) {
      const end = html.indexOf(PLACE_END, at)
      const part = known[Number(html.toString('latin1', at + PLACE.length, end))]
      if (part) pieces.push(html.subarray(from, at), part)
      from = end + PLACE_END.length
    }
    return Buffer.concat([...pieces, html.subarray(from)])
  }

  /** The page as it is sent. */
  const finish = (html: string) => insertKnown(Buffer.from(keepNew(html)))
  return { parts, finish }
}
