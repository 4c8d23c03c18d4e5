import { useEffect, useRef, useState } from 'react'
import type { ProductPicture } from '#features/pictures/product-picture.ts'

export const MAX_PICTURES = 4
/** The server takes no larger file; a slow network need not carry it first. */
const MAX_BYTES = 10 * 1024 * 1024
const PREVIEW_WIDTH = 640
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** A picture of the form: one that is stored already, or a file that was chosen. */
export interface ChosenPicture {
  id: string
  /** Small enough to be moved about. */
  preview: string
  file?: File
  stored?: ProductPicture
}

const toChosen = (stored: ProductPicture): ChosenPicture => {
  const { key, widths } = stored
  const width = widths.find((one) => one >= PREVIEW_WIDTH) ?? widths.at(-1)
  return { id: key, preview: `/media/${key}/${width}.webp`, stored }
}

/** A file, decoded once and made small: four photos of a good camera would fill a phone's memory. */
async function smallPreview(file: File) {
  const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'medium' })
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.8))
  return URL.createObjectURL(blob ?? file)
}

const revoke = ({ file, preview }: ChosenPicture) => {
  if (file) URL.revokeObjectURL(preview)
}

let made = 0

/** Up to four pictures in the order that shoppers see. `said` is what a screen reader is told. */
export function useProductPictures(start: readonly ProductPicture[] = []) {
  const [pictures, show] = useState(() => start.map(toChosen))
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState('')
  /** The same as `pictures`, for what is read between two renderings. */
  const current = useRef(pictures)
  /** While files are being read: ends when all are, and says whether each can be used. */
  const reading = useRef<Promise<boolean>>(undefined)
  /** Counts resets: a file that was being read before a reset is dropped. */
  const round = useRef(0)
  // Object URLs must be released; the last ones when the page is left.
  useEffect(
    () => () => {
      round.current += 1
      current.current.forEach(revoke)
    },
    [],
  )

  function set(next: ChosenPicture[]) {
    current.current = next
    show(next)
  }

  /** Files are read one after the other, those of two choices too. */
  function add(files: readonly File[]) {
    if (files.length === 0) return
    const own = round.current
    const earlier = reading.current ?? Promise.resolve(true)
    const all = earlier.then(async (areRight) => (await read(files, own)) && areRight)
    reading.current = all
    all.then(() => {
      if (reading.current === all) reading.current = undefined
    })
  }

  async function read(files: readonly File[], own: number) {
    const room = MAX_PICTURES - current.current.length
    const wrong: string[] = []
    const added: ChosenPicture[] = []
    for (const file of files.slice(0, room)) {
      if (own !== round.current) break
      if (!types.includes(file.type)) wrong.push(`${file.name} is no JPG, PNG or WebP.`)
      else if (file.size > MAX_BYTES) wrong.push(`${file.name} is over 10 MB. Choose a smaller one.`)
      else {
        const preview = await smallPreview(file).catch(() => undefined)
        made += 1
        if (preview) added.push({ id: `chosen-${made}`, preview, file })
        else wrong.push(`${file.name} cannot be opened. Choose another.`)
      }
    }
    if (own !== round.current) {
      added.forEach(revoke)
      return true
    }
    if (files.length > room) wrong.push(`A product has at most ${MAX_PICTURES} images.`)
    set([...current.current, ...added])
    setProblem(wrong.length > 0 ? wrong.join(' ') : undefined)
    if (added.length > 0) setSaid(added.length === 1 ? 'Image added.' : `${added.length} images added.`)
    return wrong.length === 0
  }

  /** The pictures once those that were chosen are read; undefined where one that was still being read cannot be used, which is told. */
  async function whenRead() {
    let areRight = true
    while (reading.current) areRight = await reading.current
    return areRight ? current.current : undefined
  }

  function remove(id: string) {
    const at = pictures.findIndex((picture) => picture.id === id)
    pictures.filter((picture) => picture.id === id).forEach(revoke)
    set(pictures.filter((picture) => picture.id !== id))
    setProblem(undefined)
    setSaid(`Image ${at + 1} removed.`)
  }

  /** To another place, counted from 0; it is told once it has arrived. */
  function move(id: string, to: number) {
    const from = pictures.findIndex((picture) => picture.id === id)
    const moved = pictures[from]
    if (!moved || to < 0 || to >= pictures.length || to === from) return
    set(pictures.toSpliced(from, 1).toSpliced(to, 0, moved))
    setSaid(`Image moved to place ${to + 1} of ${pictures.length}${to === 0 ? ', it is the cover now' : ''}.`)
  }

  /** To what is stored, after saving; or to none. What is still being read is dropped. */
  function reset(stored: readonly ProductPicture[] = []) {
    round.current += 1
    reading.current = undefined
    current.current.forEach(revoke)
    set(stored.map(toChosen))
    setProblem(undefined)
    setSaid('')
  }

  /** Leaves out stored pictures that somebody else has removed meanwhile. */
  function keepOnly(stored: readonly ProductPicture[]) {
    set(current.current.filter(({ file, id }) => file || stored.some(({ key }) => key === id)))
  }

  return { pictures, problem, said, add, whenRead, remove, move, reset, keepOnly }
}
export type ProductPictures = ReturnType<typeof useProductPictures>
