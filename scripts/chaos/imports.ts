import { setTimeout } from 'node:timers/promises'
import { listProducts, type Product } from '#features/catalog/catalog.contract.ts'
import { getImport, importProducts } from '#features/products/product-imports.contract.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { noAnswer } from '../browser.ts'
import { createSeller } from './buyers.ts'
import type { Part } from './report.ts'

/** Writing takes longer than checking, so most crashes meet an import that is being written. */
const LINES = 2000
const PAUSE_MS = 50

const nameOf = (batch: number) => `Chaos basket ${batch}`

/** New products, and other prices for those that people buy meanwhile. */
const csvOf = (batch: number, bought: readonly Product[]) =>
  [
    'id,name,category,price,offerPrice',
    ...bought.map(({ _id, name, category }) => `${_id},"${name}",${category},${batch + 20},10`),
    ...Array.from({ length: LINES }, () => `,${nameOf(batch)},Wood-Furniture,20,10`),
  ].join('\n')

/** Imports one file after the other. After a crash the shop needs half a minute to give up a file that it was checking. */
export async function startImports(origin: string, productIds: readonly string[]) {
  const seller = await createSeller(origin)
  const { products: bought } = await seller.api(listProducts, { query: { ids: productIds.join() } })
  let batches = 0
  let newest: string | undefined
  let stopping = false
  const running = (async () => {
    while (!stopping) {
      const body = csvOf(batches, bought)
      try {
        const headers = { 'content-type': 'text/csv' }
        const answer = await seller.send(importProducts.path, { method: 'POST', headers, body })
        if (answer.status === 202) {
          batches += 1
          newest = importProducts.response.parse(await answer.json()).import._id
        }
      } catch (error) {
        if (!noAnswer(error)) throw error
      }
      await setTimeout(PAUSE_MS)
    }
  })()
  return {
    count: () => batches,
    async stop() {
      stopping = true
      await running
      while (newest && (await seller.api(getImport, { params: { id: newest } })).import.state === 'saving')
        await setTimeout(PAUSE_MS)
    },
  }
}

/** Every imported file shows all its products once, or none at all. */
export async function checkImports(part: Part, database: string) {
  const db = openDatabase(database)
  const imports = await db.selectFrom('product_imports').select(['state', 'added']).execute()
  const shown = await db
    .selectFrom('products')
    .select(['name', (select) => select.fn.countAll<number>().as('count')])
    .where('name', 'like', 'Chaos basket%')
    .where('archived', '=', 0)
    .groupBy('name')
    .execute()
  await db.destroy()
  for (const { name, count } of shown) part.check(count === LINES, `${name} shows ${count} of its ${LINES} products`)
  const done = imports.filter(({ state }) => state === 'done').length
  part.check(shown.length === done, `${done} imports are done, ${shown.length} show their products`)
  part.say(`imports: ${done} done and shown whole, ${imports.length - done} broke off and changed nothing`)
}
