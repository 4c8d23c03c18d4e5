import sharp from 'sharp'
import { pictureForm, type Upload } from '#features/products/testing/product-form.ts'
import type { TestShop } from '#testing/shop.ts'

type Browser = ReturnType<TestShop['browser']>

export const photo = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#2a5d84' } })
    .jpeg()
    .toBuffer()

/** Sends a photo from the workshop; gives the answer. */
export async function sendAPhoto(of: Pick<Browser, 'send'>, file?: Upload) {
  const form = await pictureForm([file ?? ['a.jpg', await photo()]])
  return of.send({ method: 'POST', url: '/api/workshop/picture', ...form })
}

/** Ids of so many photos that were sent. */
export async function photosOf(of: Pick<Browser, 'send'>, count = 1): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push((await sendAPhoto(of)).json()._id)
  return ids
}
