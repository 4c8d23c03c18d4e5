// What is different between two texts, line by line and word by word: for people who read, and for those who listen.

export interface Part {
  text: string
  is: 'same' | 'gone' | 'added'
}
export type Line = readonly Part[]

export interface Compared {
  /** As it is now, with what goes away. */
  now: readonly Line[]
  /** As it is wanted, with what comes. */
  wanted: readonly Line[]
  changed: number
  added: number
  gone: number
}

/** Above so many pairs of words a changed line is shown as a whole: the browser compares them while somebody waits. */
const MOST_PAIRS = 400_000
/** Lines of which less than a third stays are other lines. */
const LEAST_ALIKE = 3

/** Compares lines; those that stand at the same place between equal ones and are alike are one line that was changed. */
export function compareLines(now: readonly string[], wanted: readonly string[]): Compared {
  const result = { now: [] as Line[], wanted: [] as Line[], changed: 0, added: 0, gone: 0 }
  for (const { is, before, after } of blocksOf(now, wanted)) {
    if (is === 'same') {
      for (const text of before) result.now.push([{ text, is: 'same' }])
      for (const text of after) result.wanted.push([{ text, is: 'same' }])
      continue
    }
    const both = Math.min(before.length, after.length)
    for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
      const [old, fresh] = [before[at], after[at]]
      const words = at < both && old !== undefined && fresh !== undefined ? compareWords(old, fresh) : undefined
      if (words) {
        result.now.push(words.now)
        result.wanted.push(words.wanted)
        result.changed += 1
        continue
      }
      if (old !== undefined) {
        result.now.push([{ text: old, is: 'gone' }])
        result.gone += 1
      }
      if (fresh !== undefined) {
        result.wanted.push([{ text: fresh, is: 'added' }])
        result.added += 1
      }
    }
  }
  return result
}

/** Undefined: the two have little in common, or are too long. */
function compareWords(old: string, fresh: string) {
  const [before, after] = [wordsOf(old), wordsOf(fresh)]
  if (before.length * after.length > MOST_PAIRS) return undefined
  const now: Part[] = []
  const wanted: Part[] = []
  let kept = 0
  for (const block of blocksOf(before, after)) {
    if (block.is === 'same') {
      kept += block.before.join('').trim().length
      now.push({ text: block.before.join(''), is: 'same' })
      wanted.push({ text: block.after.join(''), is: 'same' })
      continue
    }
    if (block.before.length > 0) now.push({ text: block.before.join(''), is: 'gone' })
    if (block.after.length > 0) wanted.push({ text: block.after.join(''), is: 'added' })
  }
  return kept * LEAST_ALIKE >= Math.min(old.length, fresh.length) ? { now, wanted } : undefined
}

/** Words with the space behind them. */
const wordsOf = (line: string) => line.match(/\S+\s*|\s+/g) ?? []

interface Block {
  is: 'same' | 'other'
  before: string[]
  after: string[]
}

/** The longest sequence that both have, and what stands between. */
function blocksOf(before: readonly string[], after: readonly string[]): Block[] {
  const width = after.length + 1
  const longest = new Uint16Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        before[i] === after[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0)
  const blocks: Block[] = []
  const blockOf = (is: Block['is']) => {
    const last = blocks.at(-1)
    if (last?.is === is) return last
    const fresh: Block = { is, before: [], after: [] }
    blocks.push(fresh)
    return fresh
  }
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old !== undefined && old === fresh) {
      const block = blockOf('same')
      block.before.push(old)
      block.after.push(fresh)
      i += 1
      j += 1
    } else if (
      old !== undefined &&
      (fresh === undefined || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    ) {
      blockOf('other').before.push(old)
      i += 1
    } else if (fresh !== undefined) {
      blockOf('other').after.push(fresh)
      j += 1
    }
  }
  return blocks
}

/** "one line changed, one added". */
export function comparedText({ changed, added, gone }: Pick<Compared, 'changed' | 'added' | 'gone'>) {
  const said = [
    ...(changed > 0 ? [`${linesText(changed)} changed`] : []),
    ...(added > 0 ? [`${changed > 0 ? countText(added) : linesText(added)} added`] : []),
    ...(gone > 0 ? [`${changed + added > 0 ? countText(gone) : linesText(gone)} gone`] : []),
  ]
  return said.length > 0 ? said.join(', ') : 'the same'
}

const countText = (count: number) => (count === 1 ? 'one' : String(count))
const linesText = (count: number) => (count === 1 ? 'one line' : `${count} lines`)
