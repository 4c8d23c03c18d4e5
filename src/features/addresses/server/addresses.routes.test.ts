import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyAddress, type TestShop, testShop } from '#testing/shop.ts'
import { addAddress, changeAddress, deleteAddress, listAddresses } from '../addresses.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

describe('saved addresses', () => {
  it('are listed newest first; the phone is kept without spaces, leading zeros stay', async () => {
    const shopper = await shop.shopper()
    await shopper.api(addAddress, {
      body: { ...anyAddress, city: 'Lagos', country: 'Nigeria', zipcode: '001 001', phone: '080 123 4567' },
    })
    const { addresses } = await shopper.api(listAddresses)
    expect(addresses.map(({ city, zipcode, phone }) => ({ city, zipcode, phone }))).toEqual([
      { city: 'Lagos', zipcode: '001001', phone: '0801234567' },
      { city: 'Bengaluru', zipcode: '560038', phone: '9845012345' },
    ])
  })

  it('can be sent bare or wrapped, with a number for the PIN code', async () => {
    const shopper = await shop.shopper()
    const wrapped = await shopper.send({
      method: 'POST',
      url: '/api/address/add',
      payload: { address: { ...anyAddress, zipcode: 560038 } },
    })
    expect(wrapped.json()).toMatchObject({ success: true, message: expect.any(String), address: { zipcode: '560038' } })
  })

  it.each([
    [-1, 'PIN code must be numbers only'],
    [1.5, 'Enter your PIN code'],
    [1e300, 'Enter your PIN code'],
  ])('refuse %d for the PIN code', async (zipcode, sentence) => {
    const shopper = await shop.shopper()
    const answer = await shopper.send({
      method: 'POST',
      url: '/api/address/add',
      payload: { ...anyAddress, zipcode },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ zipcode: sentence })
  })

  it.each(['firstName', 'lastName', 'email', 'street', 'city', 'state', 'zipcode', 'country', 'phone'])(
    'need %s',
    async (field) => {
      const shopper = await shop.shopper()
      for (const value of [undefined, '', '   ', 'x'.repeat(255)]) {
        const answer = await shopper.send({
          method: 'POST',
          url: '/api/address/add',
          payload: { ...anyAddress, [field]: value },
        })
        expect(answer.statusCode).toBe(400)
        expect(answer.json().fields).toHaveProperty(field)
      }
      expect((await shopper.api(listAddresses)).addresses).toHaveLength(1)
    },
  )

  it.each([
    ['letters in the PIN code', { zipcode: '56OO38' }, 'zipcode'],
    ['5 digits in India', { zipcode: '56003' }, 'zipcode'],
    ['an Indian PIN code that begins with 0', { zipcode: '060038' }, 'zipcode'],
    ['a phone of letters', { phone: 'call me' }, 'phone'],
    ['a phone of nine digits in India', { phone: '984501234' }, 'phone'],
    ['a phone of eleven digits in India', { phone: '+91 98450 123456' }, 'phone'],
    ['no e-mail address', { email: 'ananya' }, 'email'],
  ])('refuse %s', async (_, wrong, field) => {
    const shopper = await shop.shopper()
    const answer = await shopper.send({ method: 'POST', url: '/api/address/add', payload: { ...anyAddress, ...wrong } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toHaveProperty(field)
  })

  it('have one default', async () => {
    const shopper = await shop.shopper()
    const { address } = await shopper.api(addAddress, { body: { ...anyAddress, isDefault: true } })
    await shopper.api(changeAddress, { params: { id: shopper.address._id }, body: { isDefault: true } })
    const { addresses } = await shopper.api(listAddresses)
    expect(addresses.filter((one) => one.isDefault).map((one) => one._id)).toEqual([shopper.address._id])
    expect(addresses.map((one) => one._id)).toContain(address._id)
  })

  it('have one default, and are 50 at most, however many come at once', async () => {
    const shopper = await shop.shopper()
    const add = () =>
      shopper.send({ method: 'POST', url: '/api/address/add', payload: { ...anyAddress, isDefault: true } })
    const added = await Promise.all(Array.from({ length: 13 }, add))
    expect(added.map(({ statusCode }) => statusCode)).toEqual(Array(13).fill(200))
    const defaults = async () => (await shopper.api(listAddresses)).addresses.filter(({ isDefault }) => isDefault)
    expect(await defaults()).toHaveLength(1)
    const ids = (await shopper.api(listAddresses)).addresses.map(({ _id }) => _id)
    const change = (id: string) =>
      shopper.send({ method: 'PATCH', url: `/api/address/${id}`, payload: { isDefault: true } })
    const changed = await Promise.all(ids.map(change))
    expect(changed.map(({ statusCode }) => statusCode)).toEqual(Array(14).fill(200))
    expect(await defaults()).toHaveLength(1)
    const more = await Promise.all(Array.from({ length: 40 }, add))
    expect(more.filter(({ statusCode }) => statusCode === 200)).toHaveLength(36)
    expect((await shopper.api(listAddresses)).addresses).toHaveLength(50)
  })

  it('come with a sentence, as every list for shoppers', async () => {
    const shopper = await shop.shopper()
    expect((await shopper.api(listAddresses)).message).toBe('1 saved address')
  })

  it('are kept as they look', async () => {
    const shopper = await shop.shopper()
    const typed = { ...anyAddress, firstName: '\u202eAna\u200bnya', lastName: 'क्\u200dष', street: '7\nLane' }
    const { address } = await shopper.api(addAddress, { body: typed })
    expect(address).toMatchObject({ firstName: 'Ananya', lastName: 'क्\u200dष', street: '7 Lane' })
  })

  it('change only what is given, and stay addresses of India', async () => {
    const { api, address } = await shop.shopper()
    const changed = await api(changeAddress, { params: { id: address._id }, body: { city: 'Mysuru' } })
    expect(changed.address).toEqual({ ...address, city: 'Mysuru' })
    await expect(api(changeAddress, { params: { id: address._id }, body: { zipcode: '1' } })).rejects.toMatchObject({
      status: 400,
      fields: { zipcode: expect.any(String) },
    })
  })

  it('are deleted for good', async () => {
    const { api, address } = await shop.shopper()
    await api(deleteAddress, { params: { id: address._id } })
    expect((await api(listAddresses)).addresses).toEqual([])
    await expect(api(deleteAddress, { params: { id: address._id } })).rejects.toMatchObject({ status: 404 })
  })

  it('of somebody else are not found, and stay as they are', async () => {
    const [owner, other] = [await shop.shopper(), await shop.shopper()]
    const params = { id: owner.address._id }
    await expect(other.api(changeAddress, { params, body: { city: 'Delhi' } })).rejects.toMatchObject({ status: 404 })
    await expect(other.api(deleteAddress, { params })).rejects.toMatchObject({ status: 404 })
    expect((await owner.api(listAddresses)).addresses).toEqual([owner.address])
  })
})
