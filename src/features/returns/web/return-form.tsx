import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { returnWayText } from '#features/catalog/catalog.returns.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { PHOTO_ACCEPT } from '#web/files/photo-kinds.ts'
import { upload } from '#web/files/upload.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { useLogin } from '#web/login-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { inputLook, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import * as contract from '../returns.contract.ts'
import { returnsEn } from '../returns.words.en.ts'
import { dropReturnDraft, keepReturnDraft, loadReturnDraft, type ReturnDraft } from './return-draft.ts'
import { judgePieces, startPieces, withPayTo } from './return-form.rules.ts'
import { MAX_PHOTOS, type Photos, usePhotos } from './use-photos.ts'

/** The server takes 1,000 characters, some for the payment address. */
const MAX_REASON = 850
const MAX_PAY_TO = 120
const failed = 'It was not sent. Check the network and try again: what you typed is still here.'

interface ReturnFormProps {
  order: Order
  /** Pieces that can be returned, by product; `why` if none is left. */
  left: readonly { product: string; quantity: number; why?: string | undefined }[]
  onAsked: () => void
}

export function ReturnForm({ order, left, onAsked }: ReturnFormProps) {
  const hydrated = useHydrated()
  const { supportEmail } = useSettings()
  const { openLogin } = useLogin()
  const { revalidate } = useRevalidator()
  const errorToast = useErrorToast()
  const form = useRef<HTMLFormElement>(null)
  const photos = usePhotos()
  const start: ReturnDraft = { pieces: startPieces(left), reason: '', wish: 'refund', payTo: '' }
  const [typed, setTyped] = useState(start)
  const { pieces, wish } = typed
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const busy = progress !== undefined
  const leftOf = new Map(left.map((one) => [one.product, one]))
  const items = order.items.flatMap(({ product }) => {
    const { quantity } = judgePieces(pieces[product._id] ?? '', leftOf.get(product._id)?.quantity ?? 0)
    return quantity > 0 ? { product: product._id, quantity } : []
  })

  // The server does not know the browser's draft.
  useEffect(() => {
    const kept = loadReturnDraft(order._id)
    if (kept) setTyped((now) => ({ ...kept, pieces: { ...now.pieces, ...kept.pieces } }))
  }, [order._id])
  function type(change: Partial<ReturnDraft>) {
    const next = { ...typed, ...change }
    setTyped(next)
    keepReturnDraft(order._id, next)
  }
  /** The mistakes in typed numbers, by product. */
  const problemsOfLines = () =>
    Object.fromEntries(
      order.items.flatMap(({ product }) => {
        const { problem } = judgePieces(pieces[product._id] ?? '', leftOf.get(product._id)?.quantity ?? 0)
        return problem ? [[product._id, problem] as const] : []
      }),
    )

  async function send() {
    setFailure(undefined)
    errorToast.forget()
    setProgress(0)
    try {
      const body = new FormData()
      const reason = withPayTo(typed.reason.trim(), asksWhereTo ? typed.payTo : '')
      body.set('data', JSON.stringify({ order: order._id, items, reason, wish }))
      for (const file of await photos.whenRead()) body.append('photos', file)
      const sent = { form: body, expected: 'return', failed, onProgress: setProgress } as const
      const { message } = await upload(contract.askReturn, sent)
      toast.success(message)
      setTyped({ ...start, pieces: {} })
      dropReturnDraft(order._id)
      photos.clear()
      await revalidate()
      onAsked()
    } catch (error) {
      if (error instanceof AppError && error.status === 401) return openLogin({ after: () => send() })
      setFailure(messageOf(error))
      setProblems(error instanceof AppError ? (error.fields ?? {}) : {})
      errorToast.showFailure(error, ['reason', 'items'])
      // Some of it was returned meanwhile, perhaps in another tab.
      if (error instanceof AppError && error.status === 409) await revalidate()
    } finally {
      setProgress(undefined)
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const ofLines = problemsOfLines()
    const hasWrongLine = Object.keys(ofLines).length > 0
    const wrong = {
      ...(items.length === 0 && !hasWrongLine ? { items: returnsEn.RETURN_NOTHING_CHOSEN } : {}),
      ...(typed.reason.trim() === '' ? { reason: 'Say why, in a sentence' } : {}),
    }
    setProblems({ ...ofLines, ...wrong })
    if (hasWrongLine || Object.keys(wrong).length > 0) {
      const first = hasWrongLine ? '[aria-invalid]' : 'items' in wrong ? '[data-pieces]' : 'textarea'
      // The next render marks the field.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(first)?.focus())
      return
    }
    send()
  }

  const percent = toPercent(progress ?? 0)
  const asksWhereTo = wish === 'refund' && order.paymentType === 'COD'
  return (
    <form ref={form} onSubmit={onSubmit} noValidate aria-label="Return or exchange" className="grid gap-6">
      <fieldset>
        <legend className="mb-2 font-semibold">What would you like to return?</legend>
        {problems.items && <Wrong>{problems.items}</Wrong>}
        <ul>
          {order.items.map(({ product, quantity }) => {
            const { quantity: most = 0, why } = leftOf.get(product._id) ?? {}
            return (
              <li key={product._id} className="flex flex-wrap items-center gap-4 border-line border-t py-3">
                <Thumbnail
                  picture={product.images[0]}
                  category={product.category}
                  sizes="64px"
                  maxWidth={160}
                  className="aspect-product w-16 flex-none"
                />
                <span className="wrap-anywhere min-w-0 flex-1">
                  <Name>{product.name}</Name>
                  <span className="block text-ink-soft text-sm">{most === 0 ? why : `You bought ${quantity}`}</span>
                </span>
                {most > 0 && (
                  <PiecesField
                    name={product.name}
                    most={most}
                    value={pieces[product._id] ?? ''}
                    problem={problems[product._id]}
                    onType={(count) => type({ pieces: { ...pieces, [product._id]: count } })}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-semibold">What would you like?</legend>
        {(
          [
            ['refund', 'My money back'],
            ['exchange', 'Exchange for the same item'],
          ] as const
        ).map(([value, text]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="wish"
              value={value}
              checked={wish === value}
              onChange={() => type({ wish: value })}
              className="size-5 accent-neel-700"
            />
            {text}
          </label>
        ))}
      </fieldset>
      {asksWhereTo && (
        <TextField
          label="Where should the money go?"
          name="payTo"
          maxLength={MAX_PAY_TO}
          optional
          autoComplete="off"
          value={typed.payTo}
          onChange={({ target }) => type({ payTo: target.value })}
          hint="You paid in cash, so it goes back by UPI or bank transfer: your UPI ID, or account number, IFSC and name. Only the shop reads it. If you leave it empty, we ask you by mail."
        />
      )}
      <TextAreaField
        label="Why?"
        name="reason"
        rows={4}
        maxLength={MAX_REASON}
        required
        value={typed.reason}
        onChange={({ target }) => type({ reason: target.value })}
        error={problems.reason}
        hint="What is wrong with it, or why it does not fit, in a sentence."
      />
      <PhotoField photos={photos} />
      <p className="text-ink-soft text-sm">{returnWayText}</p>
      <Refusal message={failure} />
      <noscript>
        <Notice tone="wait">
          This form needs JavaScript, for the photos. You can also write to {supportEmail} with the order number.
        </Notice>
      </noscript>
      <div>
        <Button
          type="submit"
          disabled={!hydrated}
          busy={busy}
          busyLabel={percent < 100 && photos.photos.length > 0 ? `Sending ${percent}%` : 'Nearly there'}
        >
          Send the return request
        </Button>
      </div>
    </form>
  )
}

interface PiecesFieldProps {
  name: string
  most: number
  /** The number as typed; empty: none. */
  value: string
  problem: string | undefined
  onType: (value: string) => void
}

/** A tick for a single piece, else a number. */
function PiecesField({ name, most, value, problem, onType }: PiecesFieldProps) {
  const id = useId()
  if (most === 1)
    return (
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          data-pieces
          checked={value === '1'}
          onChange={({ target }) => onType(target.checked ? '1' : '')}
          className="size-5 accent-neel-700"
        />
        <span>
          Return it<span className="sr-only">{`: ${name}`}</span>
        </span>
      </label>
    )
  return (
    <div className="grid justify-items-start gap-1">
      <label htmlFor={id} className="text-sm">
        <span>{`How many, of ${most}`}</span>
        <span className="sr-only">{`: ${name}`}</span>
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        autoComplete="off"
        min={0}
        max={most}
        step={1}
        data-pieces
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={({ target }) => onType(target.value)}
        className={`${inputLook} w-24!`}
      />
      {problem && (
        <div id={`${id}-error`}>
          <Wrong>{problem}</Wrong>
        </div>
      )}
    </div>
  )
}

const Wrong = ({ children }: { children: string }) => (
  <p role="alert" className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
    <Icon name="warn" size="sm" />
    <span>{children}</span>
  </p>
)

function PhotoField({ photos }: { photos: Photos }) {
  const hydrated = useHydrated()
  const hint = useId()
  const file = useRef<HTMLInputElement>(null)
  const isFull = photos.photos.length >= MAX_PHOTOS
  return (
    <fieldset className={hydrated ? '' : 'invisible'}>
      <legend className="mb-1 font-semibold">
        Photos <span className="font-normal text-ink-mute">(optional)</span>
      </legend>
      <p id={hint} className="mb-2 text-ink-mute text-sm leading-hint">
        Up to {MAX_PHOTOS}. They help when something is damaged. Only you and the shop see them.
      </p>
      {photos.problem && <Wrong>{photos.problem}</Wrong>}
      <ul className="mb-3 flex flex-wrap gap-3 empty:hidden">
        {photos.photos.map(({ url }, at) => (
          <li key={url} className="grid w-24 gap-1">
            <img
              src={url}
              alt={`Chosen, ${at + 1} of ${photos.photos.length}`}
              className="size-24 border border-line bg-kora object-cover"
            />
            <Button variant="quiet" size="sm" onClick={() => photos.remove(url)}>
              Remove<span className="sr-only"> photo {at + 1}</span>
            </Button>
          </li>
        ))}
      </ul>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        accept={PHOTO_ACCEPT}
        aria-label="Photos"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])]
          // So that the same file can be chosen again.
          currentTarget.value = ''
          if (chosen.length > 0) photos.add(chosen)
        }}
      />
      <Button
        variant="line"
        size="sm"
        aria-describedby={hint}
        disabled={isFull}
        busy={photos.isReading}
        onClick={() => file.current?.click()}
      >
        Add photos
      </Button>
    </fieldset>
  )
}
