import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/call.ts'
import { shrinkPhoto } from '#web/files/shrink-photo.ts'

/** The same number as in returns.contract.ts, which browsers do not load. */
export const MAX_PHOTOS = 4

export interface ChosenPhoto {
  url: string
  file: File
}

function revoke({ url }: ChosenPhoto) {
  URL.revokeObjectURL(url)
}

/** Made small one after the other, as chosen. */
export function usePhotos() {
  const [photos, show] = useState<readonly ChosenPhoto[]>([])
  const [problem, setProblem] = useState<string>()
  const [isReading, setReading] = useState(false)
  const current = useRef(photos)
  const reading = useRef(Promise.resolve())
  // Object URLs must be released.
  useEffect(() => () => current.current.forEach(revoke), [])

  function set(next: readonly ChosenPhoto[]) {
    current.current = next
    show(next)
  }

  async function read(files: readonly File[]) {
    setReading(true)
    const room = MAX_PHOTOS - current.current.length
    const wrong = files.length > room ? [`At most ${MAX_PHOTOS} photos.`] : []
    for (const chosen of files.slice(0, room)) {
      try {
        const file = await shrinkPhoto(chosen)
        set([...current.current, { url: URL.createObjectURL(file), file }])
      } catch (error) {
        wrong.push(messageOf(error))
      }
    }
    setProblem(wrong.length > 0 ? wrong.join(' ') : undefined)
    setReading(false)
  }

  return {
    photos,
    problem,
    isReading,
    add(files: readonly File[]) {
      reading.current = reading.current.then(() => read(files))
    },
    remove(url: string) {
      URL.revokeObjectURL(url)
      set(current.current.filter((photo) => photo.url !== url))
      setProblem(undefined)
    },
    clear() {
      current.current.forEach(revoke)
      set([])
    },
    /** The files, once all are small. */
    async whenRead() {
      await reading.current
      return current.current.map(({ file }) => file)
    },
  }
}
export type Photos = ReturnType<typeof usePhotos>
