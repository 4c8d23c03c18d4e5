import { type ChangeEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useBlocker } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { formatRupeesShort } from '#shared/rupees.ts'
import { messageOf } from '#web/call.ts'
import { mayWorkLater } from '#web/hooks/use-act.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { isNotSeller } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { percentOff } from '#web/ui/price.tsx'
import { categories } from '../catalog.categories.ts'
import type { ProductImage } from '../catalog.contract.ts'
import {
  isOfferAbovePrice,
  type ProductDraft,
  type ProductProblems,
  paiseSoFar,
  productProblems,
  toProductData,
} from '../product-form.rules.ts'
import { PictureSlots } from './picture-slots.tsx'
import { ProductPreview } from './product-preview.tsx'
import type { Saved } from './send-product.ts'
import { type ChosenPicture, useProductPictures } from './use-product-pictures.ts'

interface ProductFormProps {
  start: ProductDraft
  images?: readonly ProductImage[]
  /** Approved producers, by name. */
  producers: readonly { _id: string; name: string }[]
  /** "Add product", "Save changes". */
  submit: string
  /** What is asked when the page is left with changes, and its answer. */
  leave: { title: string; confirm: string }
  /** What stands right in the save bar. */
  hint: string
  /** `changed` names the fields that are not as they were. */
  send: (
    fields: ReturnType<typeof toProductData>,
    pictures: readonly ChosenPicture[],
    onProgress: (done: number) => void,
    changed: readonly (keyof ProductDraft)[],
  ) => Promise<Saved>
  /** What the form shows once it is saved: empty for the next one, or what is stored now. */
  onSaved: (saved: Saved, draft: ProductDraft) => { draft: ProductDraft; images: readonly ProductImage[] }
}

const order = ['name', 'category', 'description', 'price', 'offerPrice', 'weight', 'stock', 'producer'] as const

/** All of a product, with what shoppers will see beside it. */
export function ProductForm({ start, images, producers, submit, leave, hint, send, onSaved }: ProductFormProps) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(start)
  const [clean, setClean] = useState({ draft: start, images: images?.map(({ key }) => key).join() ?? '' })
  const [problems, setProblems] = useState<ProductProblems>({})
  const [failure, setFailure] = useState<string>()
  const [ended, setEnded] = useState(false)
  const [canRetry, setCanRetry] = useState(false)
  const [progress, setProgress] = useState<number>()
  const chosen = useProductPictures(images)
  const busy = progress !== undefined
  const changed = order.filter((name) => draft[name] !== clean.draft[name])
  const isChanged = changed.length > 0 || chosen.pictures.map(({ id }) => id).join() !== clean.images
  const blocker = useLeaveWarning(isChanged)

  const field = (name: keyof ProductDraft) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
      const next = { ...draft, [name]: event.currentTarget.value }
      setDraft(next)
      if (problems[name] && !productProblems(next)[name]) setProblems({ ...problems, [name]: undefined })
    },
  })

  function show(found: ProductProblems) {
    setProblems(found)
    const first = order.find((name) => found[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const found = productProblems(draft)
    setFailure(undefined)
    show(found)
    if (Object.keys(found).length > 0) return
    setProgress(0)
    try {
      const saved = await send(toProductData(draft), chosen.pictures, setProgress, changed)
      toast.success(saved.message)
      const next = onSaved(saved, draft)
      setDraft(next.draft)
      setClean({ draft: next.draft, images: next.images.map(({ key }) => key).join() })
      chosen.reset(next.images)
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus()
    } catch (error) {
      const fields: Record<string, string> = error instanceof AppError ? (error.fields ?? {}) : {}
      setFailure(messageOf(error))
      setEnded(isNotSeller(error))
      setCanRetry(mayWorkLater(error))
      toast.error(messageOf(error))
      show(fields)
    } finally {
      setProgress(undefined)
    }
  }

  const percent = Math.round((progress ?? 0) * 100)
  return (
    <div className="grid grid-cols-1 items-start gap-5 preview:grid-cols-seller-preview preview:gap-8">
      <form
        ref={form}
        noValidate
        aria-label={submit}
        onSubmit={onSubmit}
        className="rounded-sm border border-line bg-paper"
      >
        <Part title="Images" hint="Up to 4. JPG, PNG or WebP. Square looks best. The first is the cover.">
          <PictureSlots chosen={chosen} />
        </Part>
        <Part>
          <TextField label="Product name" maxLength={200} autoComplete="off" required {...field('name')} />
          <SelectField label="Category" required {...field('category')}>
            {draft.category === '' && <option value="">Choose a category</option>}
            {categories.map(({ text, path }) => (
              <option key={path} value={path}>
                {text}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label="Description"
            optional
            rows={6}
            hint="One point on each line. Material and how it is made, size, care, place."
            {...field('description')}
          />
        </Part>
        <Part>
          <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
            <TextField label="Price" prefix="₹" inputMode="decimal" autoComplete="off" required {...field('price')} />
            <TextField
              label="Offer price"
              prefix="₹"
              inputMode="decimal"
              autoComplete="off"
              required
              {...field('offerPrice')}
            />
          </div>
          <OfferHint draft={draft} submit={submit} />
        </Part>
        <Part>
          <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
            <TextField label="Weight" optional maxLength={40} autoComplete="off" {...field('weight')} />
            <TextField label="Stock count" optional inputMode="numeric" autoComplete="off" {...field('stock')} />
          </div>
          <SelectField label="Producer" optional {...field('producer')}>
            <option value="">Nobody in particular</option>
            {producers.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
        </Part>
        <noscript>
          <Notice tone="wait" className="m-5">
            This form needs JavaScript, for the pictures.
          </Notice>
        </noscript>
        <div role="alert" className="empty:hidden">
          {failure && (
            <Notice tone="bad" className="m-5" action={ended ? <LoginElsewhere /> : canRetry && <TryAgain />}>
              {failure}
            </Notice>
          )}
        </div>
        <div className="sticky bottom-0 z-(--z-sticky) flex flex-wrap items-center gap-3 border-line border-t bg-paper px-5 py-3.5 shadow-bar">
          <Button
            type="submit"
            disabled={!hydrated}
            busy={busy}
            busyLabel={percent < 100 ? `Uploading ${percent}%` : 'Nearly there'}
          >
            {submit}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setDraft(clean.draft)
              chosen.reset(images)
              setProblems({})
              setFailure(undefined)
            }}
          >
            {images ? 'Undo' : 'Clear form'}
          </Button>
          <a
            href="#preview"
            className="inline-flex min-h-12 items-center px-3 font-semibold text-neel-700 hover:bg-neel-100 preview:hidden"
          >
            Preview
          </a>
          <p className="ml-auto text-ink-mute text-sm">{hint}</p>
        </div>
      </form>
      <ProductPreview draft={draft} cover={chosen.pictures[0]?.preview} />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title={leave.title}
        text="What you typed and the images you chose are lost."
        confirm={leave.confirm}
        keep="Stay here"
        danger
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    </div>
  )
}

/** Asks before another page is opened, and has the browser ask before the tab is closed. */
function useLeaveWarning(isChanged: boolean) {
  // Leaving the document is the browser's.
  useEffect(() => {
    if (!isChanged) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isChanged])
  return useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
}

/** The session has ended: the login stands elsewhere, so that nothing typed here is lost. */
const LoginElsewhere = () => (
  <a href="/seller" target="_blank" rel="noreferrer" className="link">
    Log in in a new tab, then save again
  </a>
)

const TryAgain = () => (
  <Button type="submit" variant="plain" size="sm">
    Try again
  </Button>
)

function Part({ title, hint, children }: { title?: string; hint?: string; children: ReactNode }) {
  return (
    <div className="grid gap-4.5 border-line p-5 not-first:border-t nav:p-6">
      {title ? (
        <div>
          <h2 className="heading-plain mb-1 text-lg leading-tight">{title}</h2>
          <p className="text-ink-mute text-sm leading-hint">{hint}</p>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  )
}

function OfferHint({ draft, submit }: { draft: ProductDraft; submit: string }) {
  const [price, offerPrice] = [paiseSoFar(draft.price), paiseSoFar(draft.offerPrice)]
  const off = percentOff(price, offerPrice)
  return (
    <p role="status" className="-mt-2 min-h-5 text-ink-mute text-sm leading-hint">
      {isOfferAbovePrice(draft) ? (
        <b className="text-madder-700">
          Offer price is higher than the price. Lower it to{' '}
          {submit.toLowerCase().replace('add product', 'add the product')}.
        </b>
      ) : price > 0 && offerPrice > 0 ? (
        <>
          Shoppers pay <b className="text-ink">{formatRupeesShort(offerPrice)}</b>
          {off >= 1 && (
            <>
              {' '}
              and see <b className="text-madder-700">{off}% off</b>
            </>
          )}
          .
        </>
      ) : null}
    </p>
  )
}
