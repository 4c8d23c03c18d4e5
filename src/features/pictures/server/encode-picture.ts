import { availableParallelism } from 'node:os'
import type { Metadata } from 'sharp'
import { createTurns } from '#kernel/guard/turns.ts'
import { AppError } from '#shared/app-error.ts'
import { appError, message } from '../pictures.messages.ts'

const unreadablePicture = appError('UNREADABLE_PICTURE', 400)
const pictureTooLarge = appError('PICTURE_TOO_LARGE', 400)
const pictureTooCostly = () => new AppError(pictureTooLarge.code, pictureTooLarge.status, message('PICTURE_TOO_COSTLY'))

export type PictureFormat = 'webp' | 'avif'

const MAX_PIXELS = 40_000_000
/** The most bytes for decoding one picture; loading the library adds 30 MB once (docs/promises.md 11). */
const MAX_DECODE_BYTES = 200_000_000
const MAX_AT_ONCE = 2
/** In pixels; taller pictures are made smaller: they would fill the memory, and WebP ends at 16,383. */
const MAX_HEIGHT = 4000
const JPEG_QUALITY = 80
const WEBP_QUALITY = 78
/** Effort 4 takes three times as long for WebP (4% smaller), and ten times for AVIF, for nearly the same bytes. */
const WEBP_EFFORT = 2
const AVIF_QUALITY = 55
const AVIF_EFFORT = 2

async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

const onOneCore = createTurns({ atOnce: Math.min(availableParallelism(), MAX_AT_ONCE) })

/** Measured bytes a pixel: most kinds are read row by row, progressive and interlaced ones as a whole, AVIF several times. */
function decodeBytesPerPixel({ compression, depth, format, isProgressive, channels, chromaSubsampling }: Metadata) {
  const isDeep = depth !== 'uchar'
  if (compression === 'av1') return isDeep ? 24 : 17
  if (!isProgressive) return 4
  if (format === 'jpeg') return chromaSubsampling === '4:2:0' ? channels : channels * 2
  return channels * (isDeep ? 2.5 : 1.25)
}

export interface DecodedPicture {
  pixels: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** Decodes by content, never by name, upright, in sRGB, within `maxWidth`. Throws unreadablePicture, pictureTooLarge, pictureTooCostly. */
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
    const upright = input
      .autoOrient()
      .resize({ width: maxWidth, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    // Without this libvips ignores the profile of 16 bits a channel and takes the result for sRGB.
    const isDeepWithProfile = metadata.hasProfile && metadata.depth === 'ushort'
    const { data, info } = await (isDeepWithProfile ? upright.withIccProfile('srgb') : upright)
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    return { pixels: data, width: info.width, height: info.height, channels: info.channels }
  })
}

function refuse(cause: unknown): never {
  throw cause instanceof Error && cause.message.includes('pixel limit') ? pictureTooLarge() : unreadablePicture()
}

/** A picture is never enlarged, and a tiny one keeps its own width. */
export function variantWidths(width: number, wanted: readonly number[]) {
  const fitting = wanted.filter((candidate) => candidate <= width)
  return fitting.length > 0 ? fitting : [width]
}

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

/** A square JPEG in colour, cut from the middle of one of our own files, on white: for paper. */
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

export async function encodeVariants(
  picture: DecodedPicture,
  widths: readonly number[],
  format: PictureFormat,
  save: (name: string, bytes: Buffer) => Promise<void>,
) {
  for (const width of widths) await save(`${width}.${format}`, await encodeVariant(picture, width, format))
}
