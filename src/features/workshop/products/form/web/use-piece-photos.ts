import { useEffect, useRef, useState } from 'react'
import { MOST_PHOTOS } from '#features/changes/changes.states.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import {
  heicPhoto,
  isWorthAnotherTry,
  notAPhoto,
  photoNotRead,
  photoTooLarge,
  shrinkPhoto,
} from '#web/files/shrink-photo.ts'
import { upload } from '#web/files/upload.ts'
import * as contract from '../../products.contract.ts'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { type Slot, toSlot, withLost } from './slot.ts'

/** As `MAX_IMAGE_BYTES` of the contracts, which browsers do not load. */
const MAX_BYTES = 10 * 1024 * 1024

let made = 0
const revoke = ({ preview }: Slot) => preview && URL.revokeObjectURL(preview)

/** What the browser cannot draw smaller goes as it is: the shop looks at it again. */
const madeSmall = (file: File) =>
  shrinkPhoto(file).catch((error: unknown) => {
    if (error instanceof AppError && error.code === photoNotRead.code && file.size <= MAX_BYTES) return file
    throw error
  })

/** Photos of a piece: made small one after the other, each sent by itself and tried again by itself. */
export function usePiecePhotos(start: readonly ProductPicture[]) {
  const say = usePieceWords()
  const [slots, show] = useState(() => start.map(toSlot))
  const [said, setSaid] = useState('')
  const [hasTooMany, setTooMany] = useState(false)
  /** `slots` between two renderings. */
  const current = useRef(slots)
  const running = useRef<Promise<void>>(undefined)
  const requests = useRef(new Map<string, AbortController>())

  function set(next: Slot[]) {
    current.current = next
    show(next)
  }
  const put = (id: string, change: Partial<Slot>) =>
    set(current.current.map((slot) => (slot.id === id ? { ...slot, ...change } : slot)))
  const isThere = (id: string) => current.current.some((slot) => slot.id === id)

  const reasons: Readonly<Record<string, string>> = {
    [heicPhoto.code]: say.heic,
    [notAPhoto.code]: say.noPhoto,
    [photoNotRead.code]: say.noPhoto,
    [photoTooLarge.code]: say.tooLarge,
  }

  async function sendOne({ id, file }: Slot) {
    if (!file) return
    try {
      put(id, { state: 'small' })
      const small = await madeSmall(file)
      if (!isThere(id)) return
      put(id, { state: 'going', percent: 0, file: small })
      const form = new FormData()
      form.set('picture', small)
      const request = new AbortController()
      requests.current.set(id, request)
      const { picture } = await upload(contract.sendPhoto, {
        form,
        expected: '_id',
        failed: say.didNotArrive,
        onProgress: (done) => isThere(id) && put(id, { percent: toPercent(done) }),
        signal: request.signal,
      })
      put(id, { state: 'done', percent: 100, picture })
      setSaid(say.arrived(current.current.findIndex((slot) => slot.id === id) + 1))
    } catch (error) {
      const code = error instanceof AppError ? error.code : ''
      const why = reasons[code] ?? (code === 'OFFLINE' ? undefined : messageOf(error))
      put(id, {
        ...{ state: 'failed', isOffline: code === 'OFFLINE', canTryAgain: isWorthAnotherTry(error) },
        ...(why === undefined ? {} : { why }),
      })
    } finally {
      requests.current.delete(id)
    }
  }

  async function sendAll() {
    for (let next = nextOne(); next; next = nextOne()) await sendOne(next)
  }
  const nextOne = () => current.current.find(({ state }) => state === 'waits')

  function run() {
    running.current ??= sendAll().finally(() => {
      running.current = undefined
      if (nextOne()) run()
    })
  }

  function add(files: readonly File[]) {
    const room = Math.max(0, MOST_PHOTOS - current.current.length)
    setTooMany(files.length > room)
    const fresh = files.slice(0, room).map((file): Slot => {
      made += 1
      return { id: `chosen-${made}`, state: 'waits', percent: 0, file, preview: URL.createObjectURL(file) }
    })
    if (fresh.length === 0) return
    set([...current.current, ...fresh])
    run()
  }

  function tryAgain(id: string) {
    put(id, { state: 'waits', percent: 0 })
    run()
  }

  function remove(id: string) {
    requests.current.get(id)?.abort()
    current.current.filter((slot) => slot.id === id).forEach(revoke)
    set(current.current.filter((slot) => slot.id !== id))
    setTooMany(false)
  }

  // The connection and what the browser holds of files are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all of them read what is in the references
  useEffect(() => {
    const all = requests.current
    function onceMore() {
      for (const { id, isOffline, state } of current.current)
        if (state === 'failed' && isOffline) put(id, { state: 'waits', percent: 0 })
      run()
    }
    window.addEventListener('online', onceMore)
    return () => {
      window.removeEventListener('online', onceMore)
      for (const request of all.values()) request.abort()
      current.current.forEach(revoke)
    }
  }, [])

  return {
    slots,
    said,
    hasTooMany,
    add,
    tryAgain,
    remove,
    /** From what is kept on the phone. */
    restore: (pictures: readonly ProductPicture[]) => set(pictures.map(toSlot)),
    /** The shop has these no more: they are to be sent again. */
    lose: (keys: readonly string[]) => set(withLost(current.current, keys, say.photoLost)),
    /** The photos that have arrived, once none is on its way; undefined where one failed. */
    async whenSent() {
      while (running.current) await running.current
      const pictures = current.current.flatMap(({ picture }) => picture ?? [])
      return pictures.length === current.current.length ? pictures : undefined
    },
  }
}
export type PiecePhotos = ReturnType<typeof usePiecePhotos>
