import { sellerLogin } from '#features/auth/auth.contract.ts'
import { type Browser, createBrowser } from '../../browser.ts'
import { originOf, type Place, startShop } from '../../shop-process.ts'
import { cpuMs, memoryMb } from '../processes.ts'
import { BENCH_SETTINGS } from '../shop-process.ts'
import { makeShoppers, type Shopper } from '../shoppers.ts'

const SHOPPERS = 48
const SELLER = { email: 'seller@example.com', password: 'sell everything' }

/** A shop that runs, with people who are logged in. */
export interface Scene {
  port: number
  products: number
  shoppers: readonly Shopper[]
  seller: Browser
  /** CPU time of the shop's processes, and of its PostgreSQL where that runs on this machine. */
  cpuMs: () => number
  memoryMb: () => number
}

interface Cast {
  place: Place
  postgresPid: number | undefined
  products: number
  /** Where its mails go. */
  smtpUrl: string
  /** Of the working copy whose code it runs. */
  folder: string
  workers?: number
}

/** Starts a shop and logs its people in. */
export async function startScene({ place, postgresPid, products, smtpUrl, folder, workers = 1 }: Cast): Promise<Scene> {
  const { child } = await startShop(place, {
    folder,
    settings: {
      ...BENCH_SETTINGS,
      ...{ SELLER_EMAIL: SELLER.email, SELLER_PASSWORD: SELLER.password },
      ...{ SMTP_URL: smtpUrl, WORKERS: String(workers) },
    },
  })
  const seller = createBrowser(originOf(place))
  await seller.api(sellerLogin, { body: SELLER })
  return {
    ...{ port: place.port, products, seller },
    shoppers: await makeShoppers(place, SHOPPERS),
    cpuMs: () => cpuMs(child.pid) + cpuMs(postgresPid),
    memoryMb: () => memoryMb(child.pid),
  }
}
