import { parseDescription, parseFacts, parsePictures } from '#features/catalog/server/catalog.service.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { type ShownRow, toProducer } from '#features/producers/server/producers.service.ts'
import type { Row as ProductRow } from '#features/products/server/seller-products.service.ts'
import type { Piece } from '../changes.contract.ts'
import type { WantedPage, WantedPiece } from '../changes.wanted.ts'

// Both sides of a change: as it is now, and as its maker wants it.

export const pieceNow = (row: ProductRow): Piece => ({
  name: row.name,
  category: row.category,
  description: parseDescription(row.description),
  facts: parseFacts(row.facts),
  pictures: parsePictures(row.images),
  makerPrice: row.maker_price_paise,
  stock: row.stock,
})

const nothing: Piece = {
  ...{ name: '', category: '', description: [], facts: {}, pictures: [], makerPrice: null, stock: null },
}

/** `photos`: those that makers sent and that are still there. A picture that is there no more is left out. */
export function pieceWanted(
  now: Piece | undefined,
  wanted: WantedPiece,
  photos: ReadonlyMap<string, ProductPicture>,
): Piece {
  const had = now ?? nothing
  const pictures = (wanted.pictures ?? []).flatMap(
    ({ key }) => had.pictures.find((picture) => picture.key === key) ?? photos.get(key) ?? [],
  )
  return {
    name: wanted.name ?? had.name,
    category: wanted.category ?? had.category,
    description: wanted.description ?? had.description,
    facts: wanted.facts ?? had.facts,
    pictures: pictures.length > 0 ? pictures : had.pictures,
    makerPrice: wanted.makerPrice ?? had.makerPrice,
    stock: wanted.stock === undefined ? had.stock : wanted.stock,
  }
}

export const pageFields = [
  ...(['name', 'location', 'story', 'specialties', 'profileImageUrl', 'coverImageUrl'] as const),
] as const
export type Page = Required<{ [Field in keyof WantedPage]: Exclude<WantedPage[Field], undefined> }>

export function pageNow(row: ShownRow): Page {
  const { name, location, story, specialties, profileImageUrl, coverImageUrl } = toProducer(row)
  return { name, location, story, specialties, profileImageUrl, coverImageUrl }
}

export const pageWanted = (now: Page, wanted: WantedPage): Page => ({
  name: wanted.name ?? now.name,
  location: wanted.location ?? now.location,
  story: wanted.story ?? now.story,
  specialties: wanted.specialties ?? now.specialties,
  profileImageUrl: wanted.profileImageUrl ?? now.profileImageUrl,
  coverImageUrl: wanted.coverImageUrl ?? now.coverImageUrl,
})

/** A field that a maker wants different is no longer as it was when the maker saw it. */
export const isPageOvertaken = (now: Page, before: WantedPage) =>
  pageFields.some(
    (field) => before[field] !== undefined && JSON.stringify(before[field]) !== JSON.stringify(now[field]),
  )

/** FNV-1a, 32 bits: tells two looks at a page apart. */
export function pageVersion(now: Page) {
  let hash = 0x811c9dc5
  for (const letter of JSON.stringify(now)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
