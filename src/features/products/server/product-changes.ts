import { changesBetween } from '#features/audit/audit.changes.ts'
import type { Db } from '#kernel/db/database.ts'
import { nameOfProducer } from '../edit/server/product-producer.ts'
import { draftOf, fieldLabels, productFields, shownValue } from '../product-form.rules.ts'
import { type Row, toSellerProduct } from './seller-products.service.ts'

function statusOf({ archived, suspended, draft }: Row) {
  if (archived === 0) return 'in the shop'
  if (suspended === 1) return 'out of the shop with its producer'
  return draft === 1 ? 'draft' : 'archived'
}

/** Fields as the form calls and shows them. */
function factsOf(row: Row, producerName: string) {
  const product = toSellerProduct(row)
  const draft = draftOf(product, producerName)
  return {
    ...Object.fromEntries(productFields.map((field) => [fieldLabels[field], shownValue(draft, field)])),
    Images: product.images.length === 1 ? '1 image' : `${product.images.length} images`,
    'In stock': product.inStock ? 'yes' : row.resting === 1 ? 'after the holiday' : 'no',
    Status: statusOf(row),
  }
}

/** The changes of an act, for the log; also other pictures of the same number. */
export async function changesOf(db: Db, before: Row, after: Row) {
  const isOther = before.producer_id !== after.producer_id
  const [old, now] = isOther
    ? [await nameOfProducer(db, before.producer_id), await nameOfProducer(db, after.producer_id)]
    : []
  const facts = factsOf(after, now ?? '')
  const keysOf = (row: Row) => toSellerProduct(row).images.map(({ key }) => key)
  const areOther = keysOf(before).join() !== keysOf(after).join()
  return changesBetween(factsOf(before, old ?? ''), {
    ...facts,
    ...(areOther ? { Images: `${facts.Images}, changed` } : {}),
  })
}
