import { useEffect, useRef, useState } from 'react'
import { textOfPicture } from '#features/catalog/catalog.picture-texts.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { messageOf } from '#web/call.ts'
import { isWorthAnotherTry, photoNotRead, shrinkPhoto } from '#web/files/shrink-photo.ts'
import { MAX_PICTURES } from '../../product-pictures.rules.ts'

const PREVIEW_WIDTH = 640

/** A stored picture, or a chosen file. */
export interface ChosenPicture {
  id: string
  /** A small one, to be moved about. */
  preview: string
  file?: File
  stored?: ProductPicture
  /** Empty: the product's name is read out. */
  text: string
  /** The product was saved without it. */
  isMissing?: boolean
}

/** A file that cannot be used, and why. */
interface Missed {
  text: string
  /** Missing where another try is useless. */
  file?: File
}

const toChosen = (stored: ProductPicture, name: string): ChosenPicture => {
  const { key, widths } = stored
  const width = widths.find((one) => one >= PREVIEW_WIDTH) ?? widths.at(-1)
  return { id: key, preview: `/media/${key}/${width}.webp`, stored, text: textOfPicture(stored, name) }
}

/** Made small once: several large photos would fill a phone's memory. */
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

/** Makes a chosen file small. Throws as shrinkPhoto. */
async function toPicture(chosen: File): Promise<ChosenPicture> {
  const file = await shrinkPhoto(chosen)
  const preview = await smallPreview(file).catch(() => {
    throw photoNotRead(chosen.name)
  })
  made += 1
  return { id: `chosen-${made}`, preview, file, text: '' }
}

/** A chosen file that has arrived; its text stays. */
export const toStored = ({ text }: ChosenPicture, stored: ProductPicture): ChosenPicture => ({
  ...toChosen(stored, ''),
  text,
})

const revoke = ({ file, preview }: ChosenPicture) => {
  if (file) URL.revokeObjectURL(preview)
}

let made = 0

/** Up to eight pictures in shoppers' order. `said` is for screen readers. */
export function useProductPictures(start: readonly ProductPicture[], name: string) {
  const [pictures, show] = useState(() => start.map((picture) => toChosen(picture, name)))
  const [missed, setMissed] = useState<readonly Missed[]>([])
  /** Files being made small, or waiting. */
  const [waiting, setWaiting] = useState(0)
  const [said, setSaid] = useState('')
  /** `pictures` between two renderings. */
  const current = useRef(pictures)
  /** Ends when all files are read; false: one cannot be used. */
  const reading = useRef<Promise<boolean>>(undefined)
  /** Files read before a reset are dropped. */
  const round = useRef(0)
  // Object URLs must be released.
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

  /** Reads one file after the other, those of two choices too. */
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

  /** The pictures once all are read; undefined where one cannot be used, which is said. */
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

  /** Moves a picture to a place, counted from 0, and says so on arrival. */
  function move(id: string, to: number) {
    const from = pictures.findIndex((picture) => picture.id === id)
    const moved = pictures[from]
    if (!moved || to < 0 || to >= pictures.length || to === from) return
    set(pictures.toSpliced(from, 1).toSpliced(to, 0, moved))
    setSaid(`Image moved to place ${to + 1} of ${pictures.length}${to === 0 ? ', it is the cover now' : ''}.`)
  }

  function describe(id: string, text: string) {
    set(current.current.map((picture) => (picture.id === id ? { ...picture, text } : picture)))
  }

  /** Back to the stored pictures, or none; drops files being read. */
  function reset(stored: readonly ProductPicture[], name: string) {
    round.current += 1
    reading.current = undefined
    current.current.forEach(revoke)
    set(stored.map((picture) => toChosen(picture, name)))
    setMissed([])
    setWaiting(0)
    setSaid('')
  }

  /** Takes the pictures as they are after they were sent in part. */
  function takeSent(sent: readonly ChosenPicture[]) {
    current.current.filter(({ id }) => !sent.some((picture) => picture.id === id)).forEach(revoke)
    set([...sent])
  }

  /** Drops stored pictures that another seller removed. */
  function keepOnly(stored: readonly ProductPicture[]) {
    set(current.current.filter(({ file, id }) => file || stored.some(({ key }) => key === id)))
  }

  return { pictures, waiting, missed, said, add, tryAgain, whenRead, remove, move, describe, reset, takeSent, keepOnly }
}
export type ProductPictures = ReturnType<typeof useProductPictures>
