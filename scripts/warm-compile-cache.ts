import { ask } from '#testing/http.ts'
import { undoAll } from '#testing/undo.ts'
import { newPlace, originOf, startShop, stopShop } from './shop-process.ts'

// Starts and stops the shop once, with data that is thrown away, to fill NODE_COMPILE_CACHE for the image.

const { NODE_COMPILE_CACHE } = process.env
const place = await newPlace()
try {
  const shop = await startShop(place, { settings: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {} })
  await ask(originOf(place), '/')
  await stopShop(shop)
} finally {
  await undoAll()
}
