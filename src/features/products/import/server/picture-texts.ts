import { renamed, withTexts } from '#features/catalog/catalog.picture-texts.ts'
import { parsePictures } from '#features/catalog/server/catalog.service.ts'
import type { Db } from '#kernel/db/database.ts'
import type { CheckedLine } from './import-lines.ts'

interface There {
  id: string
  name: string
  /** ProductPicture[] as JSON. */
  images: string
}

/** Adds pictures with their texts: the line's, or the product's new name where the old was read out. `there`: the products now. */
export function withPictureTexts(lines: readonly CheckedLine[], there: readonly There[]): CheckedLine[] {
  const byId = new Map(there.map((product) => [product.id, product]))
  return lines.map((line) => {
    const product = byId.get(line.id)
    const staged = line.pictures.length > 0 ? line.images : null
    const pictures = parsePictures(staged ?? product?.images ?? '[]')
    const name = line.name ?? product?.name ?? ''
    const described =
      line.texts === null ? renamed(pictures, product?.name ?? name, name) : withTexts(pictures, line.texts, name)
    const isSame = described.every(({ alt }, at) => alt === pictures[at]?.alt)
    return isSame ? { ...line, images: staged } : { ...line, images: JSON.stringify(described) }
  })
}

export async function previewTexts(db: Db, lines: readonly CheckedLine[]) {
  const ids = lines.map(({ id }) => id)
  const there =
    ids.length === 0
      ? []
      : await db.selectFrom('products').select(['id', 'name', 'images']).where('id', 'in', ids).execute()
  return withPictureTexts(lines, there)
}
