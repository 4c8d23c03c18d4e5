import type { TestShop } from '#testing/shop.ts'
import { decideApplication, listApplications, submitApplication } from '../producers.contract.ts'
import { application } from './application.ts'

/** A producer of the shop's own: applied and approved. Gives the id. */
export async function approvedProducer(
  shop: TestShop,
  seller: Awaited<ReturnType<TestShop['seller']>>,
  name = application.name,
) {
  await shop.browser().api(submitApplication, { body: { ...application, name } })
  const [found] = (await seller.api(listApplications)).applications
  if (!found) throw new Error('the application is not there')
  await seller.api(decideApplication, { params: { id: found._id }, body: { status: 'approved' } })
  return found._id
}
