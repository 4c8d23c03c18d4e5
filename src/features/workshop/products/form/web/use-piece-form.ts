import { type KeyboardEvent, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FactName } from '#features/catalog/facts/facts.fields.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { dropKept, keep } from '../../../web/kept-drafts.ts'
import { fieldOfFact, photosAmong, problemsIn, readTyped, type TypedPiece, typedFields } from '../../typed-piece.ts'
import { usePieceWords } from '../../web/use-piece-words.ts'
import { draftOf, otherThan, type PieceDraft, readDraft } from './piece-draft.ts'
import { usePiecePhotos } from './use-piece-photos.ts'

/** While there is no connection the shop is asked again so often. */
const AGAIN_MS = 10_000

export interface PieceFormOf {
  /** Whose browser keeps what is typed, and of which piece. */
  person: string
  piece: string
  /** The state of the piece from which the form is made. */
  from: string
  start: TypedPiece
  pictures: readonly ProductPicture[]
  page: string
  intent: string
}

const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

const isOffline = () => navigator.onLine === false

/** Typed fields and photos of a piece: kept on the phone from the first letter, sent when there is a connection. */
export function usePieceForm({ person, piece, from, start, pictures, page, intent }: PieceFormOf) {
  const say = usePieceWords()
  const form = useRef<HTMLFormElement>(null)
  const plain = useRef<HTMLInputElement>(null)
  const photos = usePiecePhotos(pictures)
  const [typed, setTyped] = useState(start)
  const [found, setFound] = useState<Record<string, string>>({})
  const [message, setMessage] = useState<string>()
  /** It goes as soon as it can. */
  const [isWaiting, setWaiting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  /** What is typed now would not go along. */
  const [isOnWay, setOnWay] = useState(false)
  const [isKept, setKept] = useState<boolean>()
  /** A draft that was typed from another state of the piece. */
  const [left, setLeft] = useState<PieceDraft>()
  const key = useRef('')
  const hasChanged = useRef(false)
  const sending = useSend({
    intent,
    fields: Object.keys(found),
    reword: ({ code }) => (code === 'OFFLINE' ? { message: say.waitsForNet, toast: '' } : {}),
    onDone() {
      hasChanged.current = false
      dropKept(person, draftOf(piece))
    },
    onRefused({ code, fields, message: refused }) {
      setWaiting(code === 'OFFLINE')
      setMessage(code === 'OFFLINE' ? undefined : refused)
      const gone = photosAmong(fields)
      photos.lose(gone)
      const problems = gone.length > 0 ? { ...fields, pictures: refused } : fields
      setFound(problems)
      showFirst(problems)
    },
  })

  /** What was kept of this state of the piece; of another one it is dropped, and shown beside the form. */
  function draftFrom(state: string) {
    const draft = readDraft(person, piece)
    if (!draft || draft.from === state) return draft
    dropKept(person, draftOf(piece))
    if (!otherThan({ typed: start, pictures }, draft).isNone) setLeft(draft)
    return undefined
  }

  // What the browser keeps, or what somebody typed before the scripts came, is outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page comes alive
  useLayoutEffect(() => {
    const draft = draftFrom(from)
    key.current = draft?.key ?? newKey()
    const early = form.current ? readTyped(new FormData(form.current)) : start
    const before = typedFields.filter((name) => early[name] !== '' && early[name] !== start[name])
    if (draft) {
      setTyped(draft.typed)
      photos.restore(draft.photos)
      setKept(true)
      hasChanged.current = true
    }
    if (before.length > 0)
      setTyped((now) => ({ ...now, ...Object.fromEntries(before.map((name) => [name, early[name]])) }))
    photos.add([...(plain.current?.files ?? [])])
  }, [])

  const arrived = photos.slots.flatMap(({ picture }) => picture ?? [])
  const arrivedKeys = arrived.map((picture) => picture.key).join()
  const startKeys = pictures.map((picture) => picture.key).join()
  // Storage is outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos by their keys
  useEffect(() => {
    if (arrivedKeys !== startKeys) hasChanged.current = true
    if (hasChanged.current) {
      const draft: PieceDraft = { typed, photos: arrived, key: key.current, from }
      setKept(keep(person, draftOf(piece), draft))
    }
  }, [typed, arrivedKeys])

  function type(change: Partial<TypedPiece>) {
    hasChanged.current = true
    setTyped((now) => ({ ...now, ...change }))
    setFound((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))))
  }
  function typeFact(name: FactName, values: string[]) {
    hasChanged.current = true
    setTyped((now) => ({ ...now, facts: { ...now.facts, [name]: values } }))
    setFound(({ [fieldOfFact(name)]: _, ...others }) => others)
  }

  function showFirst(problems: Record<string, string>) {
    requestAnimationFrame(() => {
      const questions = [...(form.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])]
      const first = questions.find(({ dataset }) => dataset.question !== undefined && dataset.question in problems)
      first?.scrollIntoView({ block: 'center' })
      first?.querySelector<HTMLElement>('input:not([hidden]), textarea, button[type=button]:last-of-type')?.focus()
    })
  }

  function refuse(problems: Record<string, string>) {
    setWaiting(false)
    setBusy(false)
    setFound(problems)
    setMessage(say.missing.lookAgain)
    showFirst(problems)
  }

  async function go() {
    sending.forget()
    setMessage(undefined)
    const problems = {
      ...problemsIn(typed, say.missing),
      ...(photos.slots.length === 0 ? { pictures: say.missing.photos } : {}),
    }
    if (Object.keys(problems).length > 0) return refuse(problems)
    if (isOffline()) return setWaiting(true)
    setBusy(true)
    const sent = await photos.whenSent()
    if (!sent) {
      setBusy(false)
      return isOffline() ? setWaiting(true) : refuse({ pictures: say.missing.photosFailed })
    }
    setWaiting(false)
    if (form.current) {
      const data = new FormData(form.current)
      data.delete('picture')
      for (const picture of sent) data.append('pictures', picture.key)
      data.set('key', key.current)
      setOnWay(true)
      await sending.send(data, page)
      setOnWay(false)
    }
    setBusy(false)
  }

  // The connection is outside React.
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    if (!isWaiting) return
    const again = () => {
      if (!isOffline()) void latest.current()
    }
    window.addEventListener('online', again)
    const timer = setInterval(again, AGAIN_MS)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [isWaiting])

  return {
    plain,
    photos,
    left,
    isOnWay,
    typed,
    type,
    typeFact,
    found,
    message,
    isWaiting,
    isKept,
    isBusy: isBusy || sending.busy,
    attributes: {
      ref: form,
      method: 'post',
      action: page,
      encType: 'multipart/form-data',
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        if (!isBusy) void go()
      },
      onKeyDown: toNextField,
    } as const,
  }
}

/** The keyboard's "next" leads to the next field, and does not send a piece that is half typed. */
function toNextField(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input:not([type]), textarea')]
  const next = fields[fields.indexOf(target) + 1]
  if (next) next.focus()
  else target.blur()
}
