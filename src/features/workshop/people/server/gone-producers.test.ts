import { expect, it } from 'vitest'
import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { endDemo } from '#features/catalog/server/end-demo.ts'
import { testShop } from '#testing/shop.ts'
import { workshopIsAuth } from '../../door/door.contract.ts'
import { invited, maker } from '../../testing/maker.ts'
import { forgetPeopleOfGone } from './gone-producers.ts'

it('people of the demo’s sample producers are out with the demo, and nothing is left of them', async () => {
  const shop = await testShop({ DEMO: '1' })
  try {
    await seedDemoCatalogue(shop.deps)
    const office = await shop.seller({ staysProved: true })
    const { id: sample } = await shop.db
      .selectFrom('producers')
      .select('id')
      .where('demo', '=', 1)
      .limit(1)
      .executeTakeFirstOrThrow()
    const ofSample = await maker(shop, office, { producer: sample })
    await invited(office, sample)
    const own = await maker(shop, office)
    await endDemo(shop.deps)
    await expect(ofSample.api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
    await forgetPeopleOfGone(shop.db)
    for (const table of ['producer_people', 'workshop_bindings', 'workshop_devices'] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute(), table).toHaveLength(1)
    expect(await shop.db.selectFrom('producer_invitations').selectAll().execute()).toEqual([])
    expect((await own.api(workshopIsAuth)).person._id).toBe(own._id)
  } finally {
    await shop.close()
  }
})
