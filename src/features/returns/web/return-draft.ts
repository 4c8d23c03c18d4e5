/** A return as it was typed, pieces by product. */
export interface ReturnDraft {
  pieces: Readonly<Record<string, string>>
  reason: string
  wish: string
  payTo: string
}

const keyOf = (order: string) => `haat-return-${order}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads a kept draft; undefined for anything else. */
export function readReturnDraft(kept: string | null): ReturnDraft | undefined {
  let read: unknown
  try {
    read = JSON.parse(kept ?? '')
  } catch {
    return undefined
  }
  if (!isRecord(read)) return undefined
  const pieces = isRecord(read.pieces)
    ? Object.entries(read.pieces).map(([product, count]) => [product, textOf(count)] as const)
    : []
  return {
    pieces: Object.fromEntries(pieces),
    reason: textOf(read.reason),
    wish: textOf(read.wish),
    payTo: textOf(read.payTo),
  }
}

// The draft is in this tab only; a browser may refuse to store it.

export function loadReturnDraft(order: string) {
  try {
    return readReturnDraft(sessionStorage.getItem(keyOf(order)))
  } catch {
    return undefined
  }
}

export function keepReturnDraft(order: string, draft: ReturnDraft) {
  try {
    sessionStorage.setItem(keyOf(order), JSON.stringify(draft))
  } catch {}
}

export function dropReturnDraft(order: string) {
  try {
    sessionStorage.removeItem(keyOf(order))
  } catch {}
}
