import { hasDemoShopper } from '#features/account/server/demo-shopper.ts'
import { hasDemoLogin } from '#features/auth/server/auth.service.ts'
import { findDemoProducts } from '#features/catalog/server/end-demo.ts'
import { demoShopper } from '#kernel/config.ts'
import { readDemoMonth } from '#kernel/db/demo-month.ts'
import type { Deps } from '#kernel/deps.ts'

export async function startNotes({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Promise<string[]> {
  try {
    const notes: string[] = []
    // Shown only while it works: whoever has changed the password knows the new one.
    if (config.seller?.isDemo) {
      const [isSellerOpen, isShopperOpen] = await Promise.all([hasDemoLogin(db), hasDemoShopper(db)])
      if (isSellerOpen) notes.push(`Seller login: ${config.seller.email} / ${config.seller.password} (demo)`)
      if (isShopperOpen) notes.push(`Shopper login: ${demoShopper.email} / ${demoShopper.password} (demo)`)
    }
    // A seller made at an earlier start stays, even without the settings.
    if (!config.seller && !(await db.selectFrom('sellers').select('id').limit(1).executeTakeFirst()))
      notes.push('The seller area is closed. Set SELLER_EMAIL and SELLER_PASSWORD to open it.')
    if (!config.demo && (await readDemoMonth(db)))
      notes.push(
        'DEMO=0, and the invented orders of the demo are in the shop: npm run demo:end takes them out, where nobody else has ordered, sold or been paid.',
      )
    if (!config.demo) {
      const { length } = await findDemoProducts(db)
      if (length > 0)
        notes.push(
          `DEMO=0, and ${length} products of the demo catalogue are for sale: npm run demo:end takes them out of the shop.`,
        )
    }
    return notes
  } catch (error) {
    log.warn({ err: error }, 'the data could not be looked at')
    return []
  }
}
