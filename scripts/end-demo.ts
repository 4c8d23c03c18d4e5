import { endDemo } from '#features/catalog/server/end-demo.ts'
import { createLog } from '#kernel/log/log.ts'
import { standardOutput } from '#kernel/log/log-output.ts'
import { openExistingDatabase, readSettings } from './shop-command.ts'

// npm run demo:end: makes a real shop of a demo, while it runs or not. Says what it did; a second time it finds nothing to do.

const config = readSettings()
const db = await openExistingDatabase(config)
const { products, isSellerRemoved, hasSeller } = await endDemo({
  db,
  now: () => new Date(),
  log: createLog('silent', standardOutput()),
})
await db.destroy()

console.log(
  products === 0
    ? 'No product of the demo is in the shop.'
    : `${products} products of the demo are archived: out of the shop, and under Archived in the seller area.`,
)
console.log('The two sample producers are gone.')
console.log(
  isSellerRemoved
    ? 'The login of the demo seller is removed.'
    : 'There is no demo seller with the password that everybody knows.',
)
if (!hasSeller)
  console.log('Nobody can log in as the seller: set SELLER_EMAIL and SELLER_PASSWORD, and start the shop.')
if (config.demo) console.log('Set DEMO=0 before the next start: with DEMO=1 the demo seller is made again.')
