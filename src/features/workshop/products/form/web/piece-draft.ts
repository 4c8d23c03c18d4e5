import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { readKept } from '../../../web/kept-drafts.ts'
import type { OwnPiece } from '../../products.contract.ts'
import { factsAsked, sameCodes, type TypedPiece } from '../../typed-piece.ts'

export interface PieceDraft {
  typed: TypedPiece
  /** Those that have arrived. */
  photos: ProductPicture[]
  /** A new piece that is sent twice is one piece. */
  key: string
  /** What the piece was when this was typed; '' of a new one, and in drafts of a former version. */
  from: string
}

/** Tells two states of a piece apart: of the shop, and of what is wanted of it. */
export const stateOf = ({ version, change }: Pick<OwnPiece, 'version' | 'change'>) =>
  `${version ?? ''} ${change ? new Date(change.askedAt).toISOString() : ''}`.trim()

/** Under which what was typed of a piece is kept on the phone. */
export const draftOf = (piece: string) => `piece-${piece}`

/** What was kept; undefined: nothing was, or a former version kept something else. */
export function readDraft(person: string, piece: string): PieceDraft | undefined {
  const kept: unknown = readKept(person, draftOf(piece))
  return isDraft(kept) ? { ...kept, from: typeof kept.from === 'string' ? kept.from : '' } : undefined
}

/** What was typed in a draft that would become another piece than this one. */
export function otherThan(
  { typed, pictures }: { typed: TypedPiece; pictures: readonly ProductPicture[] },
  draft: PieceDraft,
) {
  const texts = (['name', 'category', 'makerPrice', 'about'] as const).filter(
    (name) => draft.typed[name].trim() !== typed[name].trim(),
  )
  const facts = factsAsked(draft.typed.category).filter(
    (name) => !sameCodes(draft.typed.facts[name], typed.facts[name]),
  )
  const hasOtherPhotos = keysOf(draft.photos) !== keysOf(pictures)
  return { texts, facts, hasOtherPhotos, isNone: texts.length + facts.length === 0 && !hasOtherPhotos }
}
const keysOf = (pictures: readonly ProductPicture[]) => pictures.map(({ key }) => key).join()

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isDraft = (draft: unknown): draft is Omit<PieceDraft, 'from'> & { from?: unknown } =>
  isObject(draft) &&
  isObject(draft.typed) &&
  isObject(draft.typed.facts) &&
  ['name', 'category', 'makerPrice', 'stock', 'about'].every(
    (name) => isObject(draft.typed) && typeof draft.typed[name] === 'string',
  ) &&
  Array.isArray(draft.photos) &&
  typeof draft.key === 'string'
