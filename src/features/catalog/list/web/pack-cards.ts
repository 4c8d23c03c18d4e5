import type { Product } from '../../catalog.contract.ts'
import { backText } from '../../catalog.delivery.ts'
import { sizeText } from '../../facts/facts.texts.ts'
import { cardFamily } from '../../families/family-card.ts'
import { chipOf } from '../../marks/marks.kinds.ts'
import { CARD_PX, type CardProduct, type PackedCard, type PackedImage } from './product-card.tsx'

// For the server alone: browsers need no table of facts.

/** What a family's card does not say, since its products differ in it. */
function ownWords({ left, facts }: Pick<Product, 'left' | 'facts'>) {
  const size = facts && sizeText(facts)
  return { ...(left === undefined ? {} : { left }), ...(size === undefined ? {} : { size }) }
}

/** Few fields, so that lists stay small on the wire. */
export function toCardProduct({ _id, category, price, offerPrice, inStock, images, ...product }: Product): CardProduct {
  const family = product.family && cardFamily(product.family)
  const name = family && product.family ? product.family.name : product.name
  const { maker } = product
  const marks = product.marks && { marks: product.marks.map(({ kind }) => chipOf(kind)).join(', ') }
  const away = !inStock && product.backOn !== undefined ? { away: backText(product.backOn) } : {}
  const words = {
    ...away,
    ...(family ? { family } : ownWords(product)),
    ...(maker === undefined ? {} : { maker }),
    ...marks,
  }
  const card = { _id, name, category, price, offerPrice, inStock, ...words }
  const [first] = images
  if (!first) return card
  const { key, widths, avif } = first
  const fitting = widths.filter((width) => width <= CARD_PX)
  return { ...card, image: { key, widths: fitting.length > 0 ? fitting : widths.slice(0, 1), avif } }
}

/** Cards as one text without field names: a quotation mark costs four characters here, and React Router would number each value. */
export const packCards = (products: readonly Product[]) =>
  JSON.stringify(
    products
      .map(toCardProduct)
      .map(({ _id, name, category, price, offerPrice, inStock, left = 0, image, away, ...more }) => {
        const packed: PackedImage | 0 = image ? [image.key, image.avif ? 1 : 0, ...image.widths] : 0
        const card: PackedCard = [_id, name, category, price, offerPrice, inStock ? 1 : (away ?? 0), left, packed]
        const said = more.family ?? more.size
        // What stands behind what is missing needs its place.
        const last = [said, more.maker, more.marks].findLastIndex((one) => one !== undefined)
        if (last >= 0) card.push(said ?? 0)
        if (last >= 1) card.push(more.maker ?? 0)
        if (more.marks !== undefined) card.push(more.marks)
        return card
      }),
  )
