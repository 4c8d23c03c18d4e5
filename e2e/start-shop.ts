import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { createProducts, type NewProduct } from '#features/catalog/server/products.ts'
import { openDataDir } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { paise } from '#shared/money.ts'
import { allAwaited, BELLS, FEW, fewPieces, lastPieces, scripts } from './extra-products.ts'

// Starts the built shop for the browser tests, as `npm start` does, with what the demo catalogue lacks: more products than
// one page shows, some whose pieces are counted, and one in the scripts of India.

const bells = Array.from(
  { length: BELLS },
  (_, index): NewProduct => ({
    name: `Temple Bell ${index + 1}`,
    category: 'Statues-Sculptures',
    pricePaise: paise(500_00 + index * 10_00),
    offerPricePaise: paise(450_00 + index * 10_00),
    description: ['Cast bell metal'],
    images: [],
    weight: null,
    inStock: true,
    stock: null,
  }),
)

const countedAs =
  (stock: number) =>
  (name: string): NewProduct => ({
    name,
    category: 'Wood-Furniture',
    pricePaise: paise(400_00),
    offerPricePaise: paise(300_00),
    description: [],
    images: [],
    weight: null,
    inStock: true,
    stock,
  })

const counted = [
  ...Object.values(lastPieces).map(countedAs(1)),
  ...Object.values(fewPieces).map(countedAs(FEW)),
  ...allAwaited.map(countedAs(0)),
]

const inAllScripts: NewProduct = {
  ...countedAs(1)(scripts.devanagari),
  description: Object.values(scripts),
}

const folder = process.env.DATA_DIR
if (!folder) throw new Error('DATA_DIR is missing')
const dataDir = await openDataDir(folder)
const db = openDatabase(dataDir.databaseFile)
await migrate(db)
await seedDemoCatalogue({ db, now: () => new Date() })
// Older than the demo catalogue, so that its products stay the newest; the first of them comes last in lists.
await createProducts(db, [inAllScripts, ...bells, ...counted], new Date('2026-01-01T00:00:00Z'))
await db.destroy()
dataDir.release()

await import('#app/main.ts')
