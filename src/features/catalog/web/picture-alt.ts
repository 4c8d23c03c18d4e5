import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { textOfPicture } from '../catalog.picture-texts.ts'

/** The picture's own text, else the product's name, with a number if there are several. */
export function pictureAlt(pictures: readonly Pick<ProductPicture, 'alt'>[], at: number, name: string) {
  const picture = pictures[at]
  const text = picture ? textOfPicture(picture, name) : ''
  if (text !== '') return text
  return pictures.length > 1 ? `${name}, view ${at + 1}` : name
}
