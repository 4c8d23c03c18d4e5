import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { TypedPiece } from '../typed-piece.ts'

/** What was typed stays on the phone until the shop has it, for the person who typed it. */
const PREFIX = 'haat-piece-'

export interface PieceDraft {
  typed: TypedPiece
  /** Those that have arrived. */
  photos: ProductPicture[]
  /** A new piece that is sent twice is one piece. */
  key: string
}

const nameOf = (person: string, piece: string) => `${PREFIX}${person}-${piece}`

// A browser may refuse to store it.

export function loadDraft(person: string, piece: string): PieceDraft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(person, piece)) ?? 'null')
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isDraft = (draft: unknown): draft is PieceDraft =>
  isObject(draft) &&
  isObject(draft.typed) &&
  isObject(draft.typed.facts) &&
  ['name', 'category', 'makerPrice', 'stock', 'about'].every(
    (name) => isObject(draft.typed) && typeof draft.typed[name] === 'string',
  ) &&
  Array.isArray(draft.photos) &&
  typeof draft.key === 'string'

/** False: this browser keeps nothing. */
export function keepDraft(person: string, piece: string, draft: PieceDraft) {
  try {
    localStorage.setItem(nameOf(person, piece), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(person: string, piece: string) {
  try {
    localStorage.removeItem(nameOf(person, piece))
  } catch {}
}

/** Nobody else on a shared phone finds what somebody typed; without a person nobody does. */
export function dropDraftsOfOthers(person?: string) {
  try {
    const own = person === undefined ? undefined : `${PREFIX}${person}-`
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
    for (const name of names) if (own === undefined || !name.startsWith(own)) localStorage.removeItem(name)
  } catch {}
}
