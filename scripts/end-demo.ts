import { endDemoWithMonth, type Others } from '#app/demo/end-month.ts'
import { jobsOfTheShop } from '#kernel/background.ts'
import { createLog } from '#kernel/observe/log/log.ts'
import { standardOutput } from '#kernel/observe/log/log-output.ts'
import { openStorage } from '#kernel/storage/open-storage.ts'
import { openExistingDatabase, readSettings } from './shop-command.ts'

// npm run demo:end: makes a real shop of a demo, while it runs or not. Says what it did; a second time it finds nothing to do.

const count = (number: number, one: string, many: string) =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]

function sayWhatKeepsIt({ orders, lines, payouts, entries }: Others) {
  const there = [
    ...count(orders, 'order of somebody else', 'orders of other people'),
    ...count(lines, 'order line of a producer who is no sample', 'order lines of producers who are no samples'),
    ...count(payouts, 'payout to a producer who is no sample', 'payouts to producers who are no samples'),
    ...count(entries, 'ledger entry made by hand', 'ledger entries made by hand'),
  ]
  return [
    `The invented orders of the demo stay, with all that belongs to them: there is more in the shop (${there.join(', ')}).`,
    'What is sold under your own name begins in a new shop: start it with DEMO=0 and a new DATA_DIR. Take your products along: Export as CSV here, Import there, with your pictures in a zip.',
  ].join('\n')
}

const config = readSettings()
const db = await openExistingDatabase(config)
const log = createLog('silent', standardOutput())
const shop = { db, config, log, now: () => new Date(), storage: await openStorage(config, log), jobs: jobsOfTheShop }
const { month, products, isSellerRemoved, isShopperRemoved, hasSeller } = await endDemoWithMonth(shop)
await db.destroy()

if (month === 'gone')
  console.log('The invented orders of the demo are gone, with all that belonged to them. All numbers begin anew.')
else if (month) console.log(sayWhatKeepsIt(month))
console.log(
  products === 0
    ? 'No product of the demo is in the shop.'
    : `${products} products of the demo are archived: out of the shop, and under Archived in the seller area.`,
)
console.log('The sample producers are gone.')
console.log(
  isSellerRemoved
    ? 'The login of the demo seller is removed.'
    : 'There is no demo seller with the password that everybody knows.',
)
console.log(
  isShopperRemoved
    ? 'The login of the demo shopper is removed.'
    : 'There is no demo shopper with the password that everybody knows.',
)
if (!hasSeller)
  console.log('Nobody can log in as the seller: set SELLER_EMAIL and SELLER_PASSWORD, and start the shop.')
if (config.demo)
  console.log('Set DEMO=0 before the next start: with DEMO=1 the demo seller and the demo shopper are made again.')
