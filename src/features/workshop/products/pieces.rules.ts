import type { WantedPiece } from '#features/changes/changes.wanted.ts'

/** What a maker sets of a piece, but for its stock. */
type Fields = Required<Omit<WantedPiece, 'stock' | 'makerPrice'>> & { makerPrice: WantedPiece['makerPrice'] | null }

/** Only what is to become different of a piece. Pictures are the same where they have the same keys in the same order. */
export function differenceOf(now: Fields, wanted: WantedPiece): WantedPiece {
  const isOther: Record<keyof Fields, boolean> = {
    name: wanted.name !== now.name,
    category: wanted.category !== now.category,
    description: isUnlike(wanted.description, now.description),
    facts: isUnlike(sorted(wanted.facts), sorted(now.facts)),
    pictures: isUnlike(keysOf(wanted.pictures), keysOf(now.pictures)),
    makerPrice: wanted.makerPrice !== now.makerPrice,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && isOther[field as keyof Fields]),
  )
}

const isUnlike = (wanted: unknown, now: unknown) => JSON.stringify(wanted) !== JSON.stringify(now)
const keysOf = (pictures: Fields['pictures'] | undefined) => pictures?.map(({ key }) => key)
const sorted = (facts: Fields['facts'] | undefined) =>
  facts && Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1))

/** What a trusted producer's change does at once, and what waits all the same: the maker's price. */
export function splitByTrust({ makerPrice, ...atOnce }: WantedPiece) {
  return { atOnce, waits: makerPrice === undefined ? {} : { makerPrice } }
}
