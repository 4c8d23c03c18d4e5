import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { addSamples, anySample } from '#features/producers/server/sample-producers.ts'
import type { Db } from '#kernel/db/database.ts'
import { takeTurns } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { fromRupees } from '#shared/money.ts'
import { Category } from '../catalog.contract.ts'
import { FactsData, factsAfter } from '../facts/facts.contract.ts'
import { setProducerWords } from '../search/server/producer-words.ts'
import { createProducts } from './products.ts'

const Catalogue = z.object({
  products: z.array(
    z.object({
      name: z.string(),
      category: Category,
      price: z.number(),
      offerPrice: z.number(),
      makerPrice: z.number(),
      costs: z.number(),
      description: z.array(z.string()),
      facts: FactsData,
      weight: z.string().optional(),
      images: z.array(z.string()),
      inStock: z.boolean(),
      producer: z.object({ name: z.string() }),
    }),
  ),
})
type DemoProduct = z.output<typeof Catalogue>['products'][number]
const Pictures = z.record(z.string(), ProductPicture)

const catalogueFile = new URL('../../../../catalogue/catalogue.json', import.meta.url)
const picturesFile = new URL('../../pictures/server/pictures.json', import.meta.url)
const readJson = async (file: URL): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/** A shop whose demo ended gets no sample producers, unless it is filled again. */
async function whatIsMissing(db: Db) {
  const anyProduct = await db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  const ended = db.selectFrom('shop_notes').select(sql<string>`key`.as('id')).where('key', '=', 'demo-ended-at')
  const settled = await anySample(db).unionAll(ended).limit(1).executeTakeFirst()
  return { products: !anyProduct, samples: !anyProduct || !settled }
}

/** The sample producer of a product, with the price they would ask and the costs. */
function sampleOf({ producer: { name }, makerPrice, costs }: DemoProduct) {
  const producerId = sampleProducers.find((producer) => producer.name === name)?._id
  return producerId ? { producerId, makerPricePaise: fromRupees(makerPrice), costsPaise: fromRupees(costs) } : {}
}

/** Fills an empty shop once, and gives sample producers to a demo without them. Stock is not counted. Returns the number of products added. */
export async function seedDemoCatalogue(deps: Pick<Deps, 'db' | 'now'>) {
  const missing = await whatIsMissing(deps.db)
  if (!missing.samples) return 0
  const { products } = Catalogue.parse(await readJson(catalogueFile))
  const pictures = Pictures.parse(await readJson(picturesFile))
  // Categories take turns, so that the newest products show them all.
  const turns = Object.values(Object.groupBy(products, (product) => product.category))
  const longest = Math.max(...turns.map((turn) => turn.length))
  const mixed = Array.from({ length: longest }, (_, round) => turns.flatMap((turn) => turn[round] ?? []))
    .flat()
    .reverse()
  return deps.db.transaction().execute(async (tx) => {
    // Of several starting processes one fills the shop, the others wait.
    await takeTurns(tx, 'demo-catalogue')
    const { products: isEmpty, samples } = await whatIsMissing(tx)
    const added = samples ? await addSamples(tx, deps.now()) : []
    for (const { id, ...words } of added) await setProducerWords(tx, id, words)
    if (!isEmpty) return 0
    await createProducts(
      tx,
      mixed.map((product) => ({
        name: product.name,
        category: product.category,
        pricePaise: fromRupees(product.price),
        offerPricePaise: fromRupees(product.offerPrice),
        description: product.description,
        facts: factsAfter({}, product.facts),
        images: product.images.flatMap((file) => pictures[file.replace(/\.\w+$/, '')] ?? []),
        weight: product.weight ?? null,
        inStock: product.inStock,
        stock: null,
        ...sampleOf(product),
      })),
      deps.now(),
    )
    return mixed.length
  })
}
