import sharp from 'sharp'

const plain = sharp({ create: { width: 16, height: 12, channels: 3, background: '#a11b2e' } })

/** Small pictures that are taken. */
export const goodPictures: readonly Buffer[] = [
  await plain.clone().jpeg().toBuffer(),
  await plain.clone().png().toBuffer(),
  await plain.clone().webp().toBuffer(),
]

/** Good ones, and some that are refused. */
export const pictures: readonly Buffer[] = [
  ...goodPictures,
  await plain.clone().gif().toBuffer(),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
]
