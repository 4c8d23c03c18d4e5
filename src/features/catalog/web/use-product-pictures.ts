import { useEffect, useRef, useState } from 'react'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { messageOf } from '#web/call.ts'
import { isWorthAnotherTry, photoNotRead, shrinkPhoto } from '#web/shrink-photo.ts'

export const MAX_PICTURES = 4
const PREVIEW_WIDTH = 640

/** A picture of the form: one that is stored already, or a file that was chosen. */
export interface ChosenPicture {
  id: string
  /** Small enough to be moved about. */
  preview: string
  file?: File
  stored?: ProductPicture
}

/** A file that is no picture of the form, and why. */
interface Missed {
  text: string
  /** To be tried again; not there where that would change nothing. */
  file?: File
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

/** Made small before it is sent. Throws as shrinkPhoto. */
async function toPicture(chosen: File): Promise<ChosenPicture> {
  const file = await shrinkPhoto(chosen)
  const preview = await smallPreview(file).catch(() => {
    throw photoNotRead(chosen.name)
  })
  made += 1
  return { id: `chosen-${made}`, preview, file }
}

const revoke = ({ file, preview }: ChosenPicture) => {
  if (file) URL.revokeObjectURL(preview)
}

let made = 0

/** Up to four pictures in the order that shoppers see. `said` is what a screen reader is told. */
export function useProductPictures(start: readonly ProductPicture[] = []) {
  const [pictures, show] = useState(() => start.map(toChosen))
  const [missed, setMissed] = useState<readonly Missed[]>([])
  /** Files that are being made small, or wait for it. */
  const [waiting, setWaiting] = useState(0)
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

  function add(files: readonly File[]) {
    setMissed([])
    readNext(files)
  }

  function tryAgain(one: Missed) {
    setMissed(missed.filter((other) => other !== one))
    if (one.file) readNext([one.file])
  }

  /** Files are read one after the other, those of two choices too. */
  function readNext(files: readonly File[]) {
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
    if (own !== round.current) return true
    const room = Math.max(0, MAX_PICTURES - current.current.length)
    const wrong: Missed[] = files.length > room ? [{ text: `A product has at most ${MAX_PICTURES} images.` }] : []
    const fitting = files.slice(0, room)
    let added = 0
    setWaiting(fitting.length)
    for (const [at, file] of fitting.entries()) {
      const picture = await toPicture(file).catch((error: unknown) => {
        wrong.push({ text: messageOf(error), ...(isWorthAnotherTry(error) ? { file } : {}) })
      })
      if (own !== round.current) {
        if (picture) revoke(picture)
        return true
      }
      if (picture) set([...current.current, picture])
      if (picture) added += 1
      setWaiting(fitting.length - at - 1)
    }
    if (wrong.length > 0) setMissed((before) => [...before, ...wrong])
    if (added > 0) setSaid(added === 1 ? 'Image added.' : `${added} images added.`)
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
    setMissed([])
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
    setMissed([])
    setWaiting(0)
    setSaid('')
  }

  /** Leaves out stored pictures that somebody else has removed meanwhile. */
  function keepOnly(stored: readonly ProductPicture[]) {
    set(current.current.filter(({ file, id }) => file || stored.some(({ key }) => key === id)))
  }

  return { pictures, waiting, missed, said, add, tryAgain, whenRead, remove, move, reset, keepOnly }
}
export type ProductPictures = ReturnType<typeof useProductPictures>
