import { AppError } from '#shared/app-error.ts'
import { mayWorkLater } from '../forms/form-answer.ts'
import { fitInto, HEAD_BYTES, photoKind } from './photo-kinds.ts'

/** In pixels; the shop shows no longer side. */
const MAX_SIDE = 2000
const SMALL_BYTES = 2 * 1024 * 1024
/** As `MAX_IMAGE_BYTES` of the contracts, which browsers do not load. */
const MAX_BYTES = 10 * 1024 * 1024
/** Tried in this order until one is small enough. Safari's canvas writes no WebP but a PNG, which is many times as large. */
const ways = [
  { type: 'image/webp', quality: 0.85 },
  { type: 'image/jpeg', quality: 0.85 },
  { type: 'image/jpeg', quality: 0.6 },
]

const refusal = (code: string, status: number, sentence: (name: string) => string) =>
  Object.assign((name: string) => new AppError(code, status, sentence(name)), { code, status })

export const heicPhoto = refusal(
  'HEIC_PHOTO',
  415,
  (name: string) =>
    `${name} is a phone photo in HEIC format, which cannot be opened here. On the iPhone choose Settings > Camera > Formats > Most Compatible and take it again, or send it as a JPEG.`,
)
export const notAPhoto = refusal('NOT_A_PHOTO', 415, (name: string) => `${name} is no JPG, PNG or WebP.`)
/** A damaged file, too little memory, or a photo that is still in the cloud: trying again may help. */
export const photoNotRead = refusal(
  'PHOTO_NOT_READ',
  415,
  (name: string) => `${name} cannot be opened. Try again, or choose another.`,
)
export const photoTooLarge = refusal(
  'PHOTO_TOO_LARGE',
  413,
  (name: string) => `${name} is larger than the 10 MB that we take. Save it smaller, or choose another.`,
)

export const isWorthAnotherTry = (error: unknown) =>
  !(error instanceof AppError) || error.code === photoNotRead.code || mayWorkLater(error)

/** Shrinks a photo before it is sent. Make one after the other: each fills memory. Throws heicPhoto, notAPhoto, photoNotRead, photoTooLarge. */
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
  const isOpaque = isHeic || kind === 'image/jpeg'
  const small = await draw(photo, fitting, isOpaque ? ways.slice(1) : ways)
  if (!small) throw photoNotRead(file.name)
  const sent =
    fits && small.size >= file.size ? file : new File([small], renamed(file.name, small.type), { type: small.type })
  if (sent.size > MAX_BYTES) throw photoTooLarge(file.name)
  return sent
}

const refuseWith = (error: Error) => () => {
  throw error
}

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

async function draw(
  photo: HTMLImageElement,
  { width, height }: { width: number; height: number },
  wanted: typeof ways,
) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, width, height)
  let blob: Blob | null = null
  for (const { type, quality } of wanted) {
    if (type === 'image/jpeg') putOnWhite(context, width, height)
    blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
    if (!blob || (blob.type === type && blob.size <= MAX_BYTES)) break
  }
  // Gives the memory back at once; some phones keep it for long.
  canvas.width = 0
  return blob
}

/** A JPEG is not transparent: black parts become white, as the pages are. */
function putOnWhite(context: CanvasRenderingContext2D, width: number, height: number) {
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
}

const renamed = (name: string, type: string) => `${name.replace(/\.[^.]*$/, '')}.${type.replace('image/', '')}`
