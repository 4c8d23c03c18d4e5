import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { enterTeam, invitePerson } from '#features/team/team.contract.ts'
import type { Right } from '#shared/rights.ts'
import { sellerSettings, type TestShop } from '#testing/shop.ts'

const password = 'a loom of my own'

/** Somebody else of the shop's people, logged in and proved a moment ago. */
export async function somebodyElse(shop: TestShop, name: string, rights: readonly Right[] = ['money']) {
  const office = await shop.seller()
  await office.api(proveAgain, { body: { currentPassword: sellerSettings.SELLER_PASSWORD } })
  const email = `${name.toLowerCase()}@example.com`
  const { _id, url } = await office.api(invitePerson, { body: { name, email, rights: [...rights] } })
  const browser = shop.browser()
  const token = new URL(url).searchParams.get('token') ?? ''
  await browser.api(enterTeam, { body: { token, password } })
  await browser.api(proveAgain, { body: { currentPassword: password } })
  return { ...browser, _id, email, name, password }
}
