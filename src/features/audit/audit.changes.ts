/** A changed value as people read it; '' is nothing. */
export interface Change {
  /** The name of the field in forms: "Offer price". */
  field: string
  old: string
  new: string
}

/** Kept letters: the log is no second copy of a long text. */
const MAX_LETTERS = 300
/** Letters of a long text before its first difference. */
const BEFORE = 40

/** The differences of two states, each as field -> shown value. Never give it a secret. */
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

function excerpt(text: string, from: number) {
  if (text.length <= MAX_LETTERS) return text
  const part = text.slice(from, from + MAX_LETTERS)
  return `${from > 0 ? '… ' : ''}${part}${from + MAX_LETTERS < text.length ? ' …' : ''}`
}
