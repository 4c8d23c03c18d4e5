import { AppError, appError } from '#shared/app-error.ts'
import { mayWorkLater } from './form-answer.ts'
import { fitInto, HEAD_BYTES, photoKind } from './photo-kinds.ts'

/** Longer side of a photo as it is sent, in pixels. The shop shows none larger. */
const MAX_SIDE = 2000
/** A file with no more bytes and pixels than this is sent as it is. */
const SMALL_BYTES = 2 * 1024 * 1024
const QUALITY = 0.85

/** Choosing the same file again would change nothing. */
export const heicPhoto = appError(
  'HEIC_PHOTO',
  415,
  (name: string) =>
    `${name} is a phone photo in HEIC format, which cannot be opened here. On the iPhone choose Settings > Camera > Formats > Most Compatible and take it again, or send it as a JPEG.`,
)
export const notAPhoto = appError('NOT_A_PHOTO', 415, (name: string) => `${name} is no JPG, PNG or WebP.`)
/** A damaged file, too little memory, or a photo that is still in the cloud: trying again may help. */
export const photoNotRead = appError(
  'PHOTO_NOT_READ',
  415,
  (name: string) => `${name} cannot be opened. Try again, or choose another.`,
)

/** May the same file go through when it is tried again? Not one of the wrong format, nor one that the shop has refused. */
export const isWorthAnotherTry = (error: unknown) =>
  !(error instanceof AppError) || error.code === photoNotRead.code || mayWorkLater(error)

/**
 * Makes a photo small on the device before it is sent: 2,000 pixels on the longer side, upright, as JPEG, or as WebP where it may be
 * transparent. One that is small already comes back as it is. Takes some seconds on a phone: make one after the other, since each fills
 * memory. A HEIC becomes a JPEG where the browser can open it. Throws heicPhoto, notAPhoto, photoNotRead.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(refuseWith(photoNotRead(file.name)))
  const kind = photoKind(new Uint8Array(head))
  if (!kind) throw notAPhoto(file.name)
  const isHeic = kind === 'image/heic'
  const photo = await openPhoto(file).catch(refuseWith(isHeic ? heicPhoto(file.name) : photoNotRead(file.name)))
  const size = { width: photo.naturalWidth, height: photo.naturalHeight }
  const fitting = fitInto(MAX_SIDE, size)
  const fits = !isHeic && fitting.width === size.width && fitting.height === size.height
  if (fits && file.size <= SMALL_BYTES) return file
  const type = isHeic || kind === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
  const small = await draw(photo, fitting, type)
  if (!small) throw photoNotRead(file.name)
  return fits && small.size >= file.size
    ? file
    : new File([small], renamed(file.name, small.type), { type: small.type })
}

const refuseWith = (error: Error) => () => {
  throw error
}

/** Decoded by an <img>, which every browser shows upright, as the camera was held. */
async function openPhoto(file: File) {
  const url = URL.createObjectURL(file)
  const photo = new Image()
  photo.src = url
  try {
    await photo.decode()
    return photo
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Null when there is not enough memory. A browser that cannot write WebP makes a PNG of it. */
async function draw(photo: HTMLImageElement, { width, height }: { width: number; height: number }, type: string) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
  // Gives its memory back at once; some phones keep it for long.
  canvas.width = 0
  return blob
}

const renamed = (name: string, type: string) => `${name.replace(/\.[^.]*$/, '')}.${type.replace('image/', '')}`
