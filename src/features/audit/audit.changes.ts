/** A value that was changed, as people read it; '' is nothing. */
export interface Change {
  /** As forms call it: "Offer price". */
  field: string
  old: string
  new: string
}

/** Letters of a value that are kept: the log is no second copy of a long text. */
const MAX_LETTERS = 300
/** Letters that stand before the first difference of a text that is too long. */
const BEFORE = 40

/** What differs between two states of a thing, each given as field -> what people see of it. Never give it a secret. */
export function changesBetween(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  return Object.entries(after).flatMap(([field, now]): Change[] => {
    const old = before[field] ?? ''
    if (old === now) return []
    const from = Math.max(0, firstDifference(old, now) - BEFORE)
    return [{ field, old: excerpt(old, from), new: excerpt(now, from) }]
  })
}

function firstDifference(a: string, b: string) {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

/** The whole text, or a part of it from around the difference on. */
function excerpt(text: string, from: number) {
  if (text.length <= MAX_LETTERS) return text
  const part = text.slice(from, from + MAX_LETTERS)
  return `${from > 0 ? '… ' : ''}${part}${from + MAX_LETTERS < text.length ? ' …' : ''}`
}
