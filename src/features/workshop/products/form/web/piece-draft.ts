import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { readKept } from '../../../web/kept-drafts.ts'
import type { TypedPiece } from '../../typed-piece.ts'

export interface PieceDraft {
  typed: TypedPiece
  /** Those that have arrived. */
  photos: ProductPicture[]
  /** A new piece that is sent twice is one piece. */
  key: string
}

/** Under which what was typed of a piece is kept on the phone. */
export const draftOf = (piece: string) => `piece-${piece}`

/** What was kept; undefined: nothing was, or a former version kept something else. */
export function readDraft(person: string, piece: string): PieceDraft | undefined {
  const kept: unknown = readKept(person, draftOf(piece))
  return isDraft(kept) ? kept : undefined
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
