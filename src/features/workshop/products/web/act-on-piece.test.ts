import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SendForm } from '#shared/api-client.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { maker } from '../../testing/maker.ts'
import { photosOf } from '../../testing/photos.ts'
import { listOwnPieces } from '../products.contract.ts'
import { photosAmong } from '../typed-piece.ts'
import { ARRIVED_BEFORE, sendChange, sendNewPiece } from './act-on-piece.ts'

let shop: TestShop
let savita: Awaited<ReturnType<typeof maker>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  savita = await maker(shop, await shop.seller({ staysProved: true }))
})
afterAll(() => shop.close())

const noFiles: SendForm = () => Promise.reject(new Error('photos have arrived before'))

/** The form of a piece, as the scripts send it. */
function typed(fields: Record<string, string>, pictures: readonly string[]) {
  const form = new FormData()
  const all = {
    name: 'Nandi',
    category: 'Statues-Sculptures',
    makerPrice: '1200',
    stock: '1',
    language: 'en',
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  const facts = {
    material: 'brass',
    technique: 'dokra',
    care: 'keep-dry',
    handmade: 'by-hand',
    height: '12',
    place: 'Kutch',
  }
  for (const [name, value] of Object.entries(facts)) form.set(`facts.${name}`, value)
  for (const key of pictures) form.append('pictures', key)
  return form
}

it('a new piece whose answer was lost, sent again with other words, leads to the list, which has it once', async () => {
  const pictures = await photosOf(savita)
  const send = (name: string) => sendNewPiece(savita.api, noFiles, typed({ name, key: 'one-key' }, pictures))
  const { to } = await send('Nandi')
  expect(to).toMatch(/sent$/)
  expect((await send('Nandi')).to).toBe(to)
  expect((await send('Nandi of brass')).to).toBe(ARRIVED_BEFORE)
  expect((await savita.api(listOwnPieces)).pieces.map(({ name }) => name)).toEqual(['Nandi'])
})

it('a change names the version from which it was made, also where that is 0', async () => {
  const id = await shop.product({ name: 'Vase', producerId: savita.producer })
  const set = (version: number) => shop.db.updateTable('products').set({ version }).where('id', '=', id).execute()
  const form = typed({ version: '0' }, await photosOf(savita))
  const change = () => sendChange(savita.api, noFiles, id, form)
  await set(1)
  await expect(change()).rejects.toMatchObject({ code: 'WORKSHOP_PIECE_CHANGED' })
  await set(0)
  expect((await change()).to).toBe(`/workshop/products/${id}/sent`)
})

it('photos that are gone are named as fields of the form', async () => {
  const [there = ''] = await photosOf(savita)
  const sent = sendNewPiece(savita.api, noFiles, typed({ key: 'another' }, ['product-0', there, 'product-1']))
  const fields = { 'pictures.product-0': expect.any(String), 'pictures.product-1': expect.any(String) }
  await expect(sent).rejects.toMatchObject({ code: 'WORKSHOP_PHOTO_GONE', fields })
  expect(photosAmong({ name: 'Write it', ...fields })).toEqual(['product-0', 'product-1'])
})
