import type { ProductPicture } from '#features/pictures/product-picture.ts'

/** Width of a card on a screen with a mouse. */
const CARD_PX = 480

export function secondPictureFile([, second]: readonly Pick<ProductPicture, 'key' | 'widths'>[]) {
  if (!second) return undefined
  const { key, widths } = second
  return `/media/${key}/${widths.findLast((width) => width <= CARD_PX) ?? widths[0]}.webp`
}
