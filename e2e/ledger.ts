import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { enter, returnOf, saleOf, unstatedSale } from '#features/ledger/testing/entries.ts'
import { application } from '#features/producers/testing/application.ts'
import { openDataDir } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { isReady } from '#testing/http.ts'
import { startProcess } from '#testing/processes.ts'
import { temporaryFolder, until } from '#testing/program.ts'

/** Name -> sales of this month and their five shares, in paise. */
const sold = {
  'Ganga Loom Cooperative': { sales: 19, maker: 97_000_00, producer: 44_417_25, costs: 19_895_00, community: 3_019_25 },
  'Charkha Weavers’ Cooperative': {
    sales: 74,
    maker: 79_000_00,
    producer: 39_251_75,
    costs: 16_340_00,
    community: 2_662_75,
  },
  'Matti Pottery Collective': {
    sales: 61,
    maker: 60_000_00,
    producer: 30_300_50,
    costs: 15_200_00,
    community: 1_956_50,
  },
  'Rang Folk Artists’ Circle': {
    sales: 15,
    maker: 55_000_00,
    producer: 29_326_00,
    costs: 12_470_00,
    community: 1_828_00,
  },
  'Blue Hills Small Farms': { sales: 88, maker: 24_000_00, producer: 11_871_50, costs: 6_630_00, community: 749_50 },
}
/** The one who does not want to be named. */
export const UNNAMED = 'Rang Folk Artists’ Circle'

async function addProducer(db: Db, name: string) {
  const id = newId()
  const { location, country, story, mobileNumber } = application
  const picture = '/pictures/producer-potter-portrait.svg'
  await db
    .insertInto('producers')
    .values({
      ...{ id, name, location, country, story, profile_image_url: picture, cover_image_url: picture },
      ...{ years_in_business: 7, specialties: '["eri silk"]', email: 'bina@example.com', mobile_number: mobileNumber },
      ...{ application_id: null, created_at: Date.now(), approved_at: Date.now() },
      ...{
        search_text: name.toLowerCase(),
        ledger_consent: name in sold && name !== UNNAMED ? 1 : 0,
      },
    })
    .execute()
  return id
}

/**
 * Makers who have sold something this month, and one of them two months ago too. One sale went back, two are unstated; some of the community
 * share was given, and the ledger was checked once.
 */
async function fillLedger(db: Db) {
  const makers: string[] = []
  for (const name of Object.keys(sold)) makers.push(await addProducer(db, name))
  const [, , potters = ''] = makers
  await enter(db, [saleOf(potters)], new Date(Date.now() - 62 * DAY_MS))
  // From five on, those who are not named have one sum together.
  for (const number of [2, 3, 4, 5]) {
    const id = await addProducer(db, `Quiet Workshop ${number}`)
    await enter(db, [{ ...saleOf(id), ...NO_AMOUNTS }])
  }
  for (const [at, { sales, maker, producer, costs, community }] of Object.values(sold).entries()) {
    const all = { maker: paise(maker), producer: paise(producer), costs: paise(costs), community: paise(community) }
    const first = saleOf(makers[at] ?? '', { ...all, shop: paise(community * 2) })
    await enter(db, [first, ...Array.from({ length: sales - 1 }, () => ({ ...first, ...NO_AMOUNTS }))])
  }
  const sale = saleOf(potters)
  await enter(db, [sale, returnOf(sale), unstatedSale(potters, 1560_00), unstatedSale(null, 1560_00)])
  await db
    .insertInto('ledger_checks')
    .values({ id: 1, at: Date.now(), entries: 200, bad_number: null, problem: null })
    .execute()
}

/** A shop of its own with a filled ledger. */
export async function ledgerShop(settings: Record<string, string> = {}) {
  const folder = await temporaryFolder('ledger')
  const { databaseFile, release } = await openDataDir(folder)
  const db = openDatabase(databaseFile)
  await migrate(db)
  await seedDemoCatalogue({ db, now: () => new Date() })
  await fillLedger(db)
  await db.destroy()
  release()
  const shop = await startProcess({ DEMO: 'catalogue', ...settings, DATA_DIR: folder })
  await until(shop, () => isReady(shop))
  return shop
}
