import { availableParallelism } from 'node:os'
import type { Metadata } from 'sharp'
import { createTurns } from '#kernel/http/turns.ts'
import { appError } from '#shared/app-error.ts'

export const unreadablePicture = appError(
  'UNREADABLE_PICTURE',
  400,
  'That file is not an image. Use JPG, PNG, WebP or AVIF',
)
export const pictureTooLarge = appError(
  'PICTURE_TOO_LARGE',
  400,
  'That image has more than 40 megapixels. Use a smaller one',
)

export const pictureTooCostly = appError(
  'PICTURE_TOO_LARGE',
  400,
  'That image takes too much memory to read. Save it as a plain JPG, or make it smaller',
)

export type PictureFormat = 'webp' | 'avif'

/** Most pixels that are decoded: a small file can hold a picture that fills the memory. */
const MAX_PIXELS = 40_000_000
/** Most memory that decoding one picture may take, in bytes; loading the library adds 30 MB once (docs/promises.md 11). */
const MAX_DECODE_BYTES = 200_000_000
/** Pictures decoded at once: one for each core, and no more than fit into the memory together. */
const MAX_AT_ONCE = 2
/** A picture taller than this, in pixels, is made smaller: as pixels it would fill the memory, and WebP ends at 16,383. */
const MAX_HEIGHT = 4000
const JPEG_QUALITY = 80
const WEBP_QUALITY = 78
/** Effort 4 takes three times as long, and a file is 4% smaller. */
const WEBP_EFFORT = 2
const AVIF_QUALITY = 55
/** Effort 4 costs ten times the CPU for nearly the same bytes. */
const AVIF_EFFORT = 2

/** Loaded with the first picture: most starts of the shop never need it. */
async function openSharp() {
  const { default: sharp } = await import('sharp')
  // One picture is worked on by one core, several pictures by all of them.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Runs the work once a core is free, so that many pictures at once do not fill the memory. */
const onOneCore = createTurns({ atOnce: Math.min(availableParallelism(), MAX_AT_ONCE) })

/**
 * Bytes for each pixel while a picture is decoded, as measured: most kinds are read row by row, but progressive and interlaced
 * ones are held as a whole, and AVIF several times.
 */
function decodeBytesPerPixel({ compression, depth, format, isProgressive, channels, chromaSubsampling }: Metadata) {
  const isDeep = depth !== 'uchar'
  if (compression === 'av1') return isDeep ? 24 : 17
  if (!isProgressive) return 4
  if (format === 'jpeg') return chromaSubsampling === '4:2:0' ? channels : channels * 2
  return channels * (isDeep ? 2.5 : 1.25)
}

/** A picture as pixels: upright, sRGB, without metadata. */
export interface DecodedPicture {
  pixels: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/**
 * Decodes a picture from its bytes or from a file. What it is, is told by its content and never by its name. A picture wider than
 * `maxWidth` comes out in that width, one taller than 4,000 pixels in that height. Throws unreadablePicture, pictureTooLarge or pictureTooCostly.
 */
export async function decodePicture(source: Buffer | string, maxWidth: number): Promise<DecodedPicture> {
  return onOneCore(async () => {
    const sharp = await openSharp()
    const input = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const metadata = await input.metadata().catch(refuse)
    const { format, width, height, compression } = metadata
    const known = format === 'jpeg' || format === 'png' || format === 'webp' || compression === 'av1'
    if (!known) throw unreadablePicture()
    if (width * height > MAX_PIXELS) throw pictureTooLarge()
    if (width * height * decodeBytesPerPixel(metadata) > MAX_DECODE_BYTES) throw pictureTooCostly()
    const { data, info } = await input
      .autoOrient()
      .resize({ width: maxWidth, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    return { pixels: data, width: info.width, height: info.height, channels: info.channels }
  })
}

function refuse(cause: unknown): never {
  throw cause instanceof Error && cause.message.includes('pixel limit') ? pictureTooLarge() : unreadablePicture()
}

/** Which of the wanted widths a picture gets: it is never enlarged, and a tiny one keeps its own width. */
export function variantWidths(width: number, wanted: readonly number[]) {
  const fitting = wanted.filter((candidate) => candidate <= width)
  return fitting.length > 0 ? fitting : [width]
}

/** Encodes one variant. */
export async function encodeVariant(picture: DecodedPicture, width: number, format: PictureFormat) {
  const { pixels, width: rawWidth, height, channels } = picture
  return onOneCore(async () => {
    const sharp = await openSharp()
    const resized = sharp(pixels, { raw: { width: rawWidth, height, channels } }).resize({ width })
    return format === 'webp'
      ? resized.webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }).toBuffer()
      : resized.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT }).toBuffer()
  })
}

/** One of our own files as a square JPEG in colour, cut from its middle, on white: for paper. */
export async function encodeSquareJpeg(file: Buffer, side: number) {
  return onOneCore(async () => {
    const sharp = await openSharp()
    return sharp(file, { limitInputPixels: MAX_PIXELS })
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer()
  })
}

/** Encodes all widths of one format and hands each to `save` under its name, such as `640.webp`. */
export async function encodeVariants(
  picture: DecodedPicture,
  widths: readonly number[],
  format: PictureFormat,
  save: (name: string, bytes: Buffer) => Promise<void>,
) {
  for (const width of widths) await save(`${width}.${format}`, await encodeVariant(picture, width, format))
}
