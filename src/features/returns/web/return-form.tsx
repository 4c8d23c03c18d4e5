import { type SubmitEvent, useId, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import type { Order } from '#features/orders/orders.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { useLogin } from '#web/login-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { inputLook, TextAreaField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { upload } from '#web/upload.ts'
import type * as contract from '../returns.contract.ts'
import { MAX_PHOTOS, type Photos, usePhotos } from './use-photos.ts'

const MAX_REASON = 1000
const failed = 'It was not sent. Check the network and try again: what you typed is still here.'

interface ReturnFormProps {
  order: Order
  /** Pieces that can still be returned, by product; why not, where there are none. */
  left: readonly { product: string; quantity: number; why?: string | undefined }[]
  onAsked: () => void
}

/** Asks for a return: which pieces, why, with photos, and what for. */
export function ReturnForm({ order, left, onAsked }: ReturnFormProps) {
  const hydrated = useHydrated()
  const { supportEmail } = useSettings()
  const { openLogin } = useLogin()
  const { revalidate } = useRevalidator()
  const errorToast = useErrorToast()
  const form = useRef<HTMLFormElement>(null)
  const photos = usePhotos()
  const [pieces, setPieces] = useState<Record<string, number>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const busy = progress !== undefined
  const leftOf = new Map(left.map((one) => [one.product, one]))
  const items = Object.entries(pieces).flatMap(([product, quantity]) => (quantity > 0 ? { product, quantity } : []))

  async function send(typed: { reason: string; wish: string }) {
    setFailure(undefined)
    errorToast.forget()
    setProgress(0)
    try {
      const body = new FormData()
      body.set('data', JSON.stringify({ order: order._id, items, ...typed }))
      for (const file of await photos.whenRead()) body.append('photos', file)
      const sent = { form: body, expected: 'return', failed, onProgress: setProgress } as const
      const { message } = await upload<typeof contract.askReturn>('POST /api/return', sent)
      toast.success(message)
      setPieces({})
      photos.clear()
      form.current?.reset()
      await revalidate()
      onAsked()
    } catch (error) {
      if (error instanceof AppError && error.status === 401) return openLogin({ after: () => send(typed) })
      setFailure(messageOf(error))
      setProblems(error instanceof AppError ? (error.fields ?? {}) : {})
      errorToast.showFailure(error, ['reason', 'items'])
      // Somebody else, or another tab, has returned some of it.
      if (error instanceof AppError && error.status === 409) await revalidate()
    } finally {
      setProgress(undefined)
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const reason = String(data.get('reason') ?? '').trim()
    const wrong = {
      ...(items.length === 0 ? { items: 'Choose what to return' } : {}),
      ...(reason === '' ? { reason: 'Say why, in a sentence' } : {}),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) {
      form.current?.querySelector<HTMLElement>('items' in wrong ? 'input[type=number]' : 'textarea')?.focus()
      return
    }
    send({ reason, wish: String(data.get('wish')) })
  }

  const percent = toPercent(progress ?? 0)
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
                  <bdi>{product.name}</bdi>
                  <span className="block text-ink-soft text-sm">{most === 0 ? why : `You bought ${quantity}`}</span>
                </span>
                {most > 0 && (
                  <input
                    type="number"
                    inputMode="numeric"
                    aria-label={`Pieces of ${product.name} to return, of ${most}`}
                    min={0}
                    max={most}
                    step={1}
                    value={pieces[product._id] ?? 0}
                    onChange={({ target }) =>
                      setPieces({
                        ...pieces,
                        [product._id]: Math.min(most, Math.max(0, Math.trunc(Number(target.value)))),
                      })
                    }
                    className={`${inputLook} w-24!`}
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
            ['exchange', 'The same pieces again'],
          ] as const
        ).map(([value, text]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="wish"
              value={value}
              defaultChecked={value === 'refund'}
              className="size-5 accent-neel-700"
            />
            {text}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Why?"
        name="reason"
        rows={4}
        maxLength={MAX_REASON}
        required
        error={problems.reason}
        hint="What is wrong with it, or why it does not fit, in a sentence."
      />
      <PhotoField photos={photos} />
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
          Ask for the return
        </Button>
      </div>
    </form>
  )
}

const Wrong = ({ children }: { children: string }) => (
  <p role="alert" className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
    <Icon name="warn" size="sm" />
    {children}
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
        accept="image/*"
        aria-label="Photos"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])]
          // The same file can be chosen again after a failure.
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
