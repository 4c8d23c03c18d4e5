import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { decodePicture, encodeVariants } from '#features/pictures/server/encode-picture.ts'
import type { Deps } from '#kernel/deps.ts'
import { photoNotFound } from '../returns.contract.ts'

/** Pixels, enough to see a crack on a large screen. */
const WIDTH = 1600
const KEY_BYTES = 12

const StoredPhotos = z.array(z.object({ key: z.string(), width: z.int(), height: z.int() }))
type StoredPhotos = z.output<typeof StoredPhotos>

export const readPhotos = (json: string): StoredPhotos => StoredPhotos.parse(JSON.parse(json))

/** Stores photos without metadata. Throws UNREADABLE_PICTURE, PICTURE_TOO_LARGE; then none is left. */
export async function storePhotos(deps: Deps, files: readonly string[]): Promise<StoredPhotos> {
  const stored: StoredPhotos = []
  try {
    for (const file of files) {
      const picture = await decodePicture(file, WIDTH)
      const key = `return-${randomBytes(KEY_BYTES).toString('hex')}`
      stored.push({ key, width: picture.width, height: picture.height })
      await encodeVariants(picture, [picture.width], 'webp', (name, content) =>
        deps.storage.put(`${key}/${name}`, content),
      )
    }
    return stored
  } catch (error) {
    await removePhotos(deps, stored)
    throw error
  }
}

export async function removePhotos(deps: Pick<Deps, 'storage'>, photos: StoredPhotos) {
  for (const { key } of photos) await deps.storage.remove(key)
}

/** `place` counts from 1. Throws PHOTO_NOT_FOUND. */
export async function readPhoto(deps: Deps, json: string, place: string) {
  const photo = readPhotos(json)[Number(place) - 1]
  const content = photo && (await deps.storage.find(`${photo.key}/${photo.width}.webp`))
  if (!content) throw photoNotFound()
  return { content }
}
