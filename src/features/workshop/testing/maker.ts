import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import type { TestShop } from '#testing/shop.ts'
import { enterWorkshop } from '../door/door.contract.ts'
import { inviteProducerPerson } from '../people/people.contract.ts'

type Seller = Awaited<ReturnType<TestShop['seller']>>

export const PIN = '407192'

/** A link of an invitation, as the office made it. Gives its token. */
export async function invited(
  office: Seller,
  producer: string,
  person: { name?: string; helper?: boolean; phone?: string; email?: string; person?: string } = {},
) {
  const body = { name: 'Savita Prajapati', ...person }
  const { url } = await office.api(inviteProducerPerson, { params: { id: producer }, body })
  return new URL(url).searchParams.get('token') ?? ''
}

/** One of a producer's people, who came in with a PIN in a browser of their own, or in this one. */
export async function maker(
  shop: TestShop,
  office: Seller,
  {
    producer,
    browser = shop.browser(),
    ...person
  }: { producer?: string; browser?: ReturnType<TestShop['browser']>; name?: string; helper?: boolean } = {},
) {
  const of = producer ?? (await approvedProducer(shop, office))
  const token = await invited(office, of, person)
  const { person: entered } = await browser.api(enterWorkshop, { body: { token, pin: PIN } })
  return { ...browser, _id: entered._id, producer: of }
}
