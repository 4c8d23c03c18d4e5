import { setTimeout } from 'node:timers/promises'
import { importProductsPath } from '#features/catalog/seller-products.contract.ts'
import { openDatabase } from '#server/db/database.ts'
import { noAnswer } from './browser.ts'
import { createSeller } from './buyers.ts'
import type { Part } from './report.ts'

const LINES = 300
const PAUSE_MS = 50

const nameOf = (batch: number) => `Chaos basket ${batch}`
const csvOf = (batch: number) =>
  [
    'name,category,price,offerPrice',
    ...Array.from({ length: LINES }, () => `${nameOf(batch)},Wood-Furniture,20,10`),
  ].join('\n')

/** A seller who imports one file of products after the other. After a crash the shop takes two minutes to give the old import up. */
export async function startImports(origin: string) {
  const seller = await createSeller(origin)
  let batches = 0
  let stopping = false
  const running = (async () => {
    while (!stopping) {
      const body = csvOf(batches)
      try {
        const headers = { 'content-type': 'text/csv' }
        const answer = await seller.send(importProductsPath, { method: 'POST', headers, body })
        if (answer.status === 202) batches += 1
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
    },
  }
}

/** Every file that was imported shows all its products, or none. */
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
  part.say(`imports: ${done} done and shown whole, ${imports.length - done} broke off and show nothing`)
}
