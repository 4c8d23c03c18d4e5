export const MAX_PICTURE_TEXT = 200

interface Described {
  alt: string
}

/** The text of a picture; empty where the product's name is read out. */
export const textOfPicture = ({ alt }: Described, name: string) => (alt.trim() === name.trim() ? '' : alt.trim())

/** Adds texts to pictures by place; without one the product's name is read out. */
export const withTexts = <Picture extends Described>(
  pictures: readonly Picture[],
  texts: readonly string[],
  name: string,
) => pictures.map((picture, at) => ({ ...picture, alt: texts[at]?.trim() || name }))

/** Pictures of a renamed product: the new name replaces the old. */
export const renamed = <Picture extends Described>(pictures: readonly Picture[], before: string, name: string) =>
  withTexts(
    pictures,
    pictures.map((picture) => textOfPicture(picture, before)),
    name,
  )

/** The cell of a CSV: "A bowl, from above|Its foot"; empty where all have the product's name. */
export function typedTexts(pictures: readonly Described[], name: string) {
  const texts = pictures.map((picture) => textOfPicture(picture, name).replaceAll('|', '/'))
  return texts.some((text) => text !== '') ? texts.join('|') : ''
}

export const readTexts = (cell: string) => (cell === '' ? [] : cell.split('|').map((text) => text.trim()))
