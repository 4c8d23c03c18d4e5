import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useBlocker } from 'react-router'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { mayWorkLater } from '#web/form-answer.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useFields } from '#web/hooks/use-fields.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { isNotSeller } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  mergeDrafts,
  type ProductDraft,
  type ProductField,
  productFields,
  productProblem,
  raisedPrice,
  takeField,
  toProductData,
} from '../product-form.rules.ts'
import { ProductPreview } from './product-preview.tsx'
import { type DatedPercentages, ProductSplit } from './product-split.tsx'
import { PictureSlots } from './seller-picture-slots.tsx'
import { type Conflict, ProductConflict } from './seller-product-conflict.tsx'
import { Part, ProductFields } from './seller-product-fields.tsx'
import type { Saved } from './send-product.ts'
import { type ChosenPicture, useProductPictures } from './use-product-pictures.ts'

/** What the form began with, or what is stored now. */
export interface FormState {
  draft: ProductDraft
  images: readonly ProductPicture[]
  /** Of a product that is there already. */
  version?: number
  priceRaisedAt?: Date | undefined
}

/** What is sent: `changed` names the fields that are not as they were. */
export interface Edit {
  fields: ReturnType<typeof toProductData>
  pictures: readonly ChosenPicture[]
  changed: readonly ProductField[]
  version: number | undefined
  /** Is it to be a draft from now on, or none? Undefined: as it is. */
  draft: boolean | undefined
}

/** Not saved: what is stored now, and who stored it when. */
export interface Refused {
  stored: FormState
  by: string
  at: Date | undefined
}

interface ProductFormProps {
  start: FormState
  /** By which the profit is shared today. */
  percentages: DatedPercentages
  /** "Add product", "Publish", "Save changes". */
  submit: string
  /** Offers to save it as a draft, too: then the first button puts it on sale. */
  isDraftOffered: boolean
  /** "Clear form", "Undo". */
  undo: string
  /** What is asked when the page is left with changes, and its answer. */
  leave: { title: string; confirm: string }
  /** What stands right in the save bar. */
  hint: string
  send: (edit: Edit, onProgress: (done: number) => void) => Promise<Saved | Refused>
  /** What the form shows once it is saved: empty for the next one, or what is stored now. */
  onSaved: (saved: Saved, draft: ProductDraft) => FormState
}

const keysOf = (pictures: readonly ProductPicture[]) => pictures.map(({ key }) => key).join()

/** All of a product, with what shoppers will see beside it. */
export function ProductForm({
  start,
  percentages,
  submit,
  isDraftOffered,
  undo,
  leave,
  hint,
  send,
  onSaved,
}: ProductFormProps) {
  const hydrated = useHydrated()
  const { form, problems, settle, refuse, isRight } = useFields({ fields: productFields, judge: productProblem })
  const [draft, setDraft] = useState(start.draft)
  const [clean, setClean] = useState(start)
  const [failure, setFailure] = useState<AppError>()
  const [conflict, setConflict] = useState<Conflict>()
  const [progress, setProgress] = useState<number>()
  /** Was "Save as draft" pressed last? */
  const lastPressed = useRef(false)
  const chosen = useProductPictures(start.images)
  const errorToast = useErrorToast()
  const busy = progress !== undefined
  const changed = productFields.filter((name) => draft[name] !== clean.draft[name])
  const arePicturesChanged = chosen.pictures.map(({ id }) => id).join() !== keysOf(clean.images)
  const raised = raisedPrice(clean, draft.price)
  const blocker = useLeaveWarning(changed.length > 0 || arePicturesChanged)

  function change(part: Partial<ProductDraft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    for (const name of productFields)
      if ((name in part || (name === 'makerPrice' && 'producer' in part)) && !productProblem(name, next))
        settle(name, undefined)
  }

  /** Back to what is stored, or to the next product. */
  function reset(next: FormState) {
    setDraft(next.draft)
    setClean(next)
    refuse({})
    setFailure(undefined)
    setConflict(undefined)
    chosen.reset(next.images)
  }

  /** Somebody else has saved meanwhile: nothing typed is lost, and what they changed is shown. */
  function bringTogether({ stored, by, at }: Refused) {
    const merged = mergeDrafts(clean.draft, stored.draft, draft)
    const hasTheirPictures = keysOf(stored.images) !== keysOf(clean.images)
    setDraft(merged.draft)
    setClean(stored)
    if (hasTheirPictures && arePicturesChanged) chosen.keepOnly(stored.images)
    else if (hasTheirPictures) chosen.reset(stored.images)
    const images = hasTheirPictures ? (arePicturesChanged ? 'both' : 'theirs') : undefined
    setConflict({ by, at, changed: merged.changed, images })
  }

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const { submitter } = event.nativeEvent
    // "Try again" means what was pressed before.
    const isAgain = !(submitter instanceof HTMLButtonElement && submitter.name === 'draft')
    const asDraft = isAgain ? lastPressed.current : submitter.value === '1'
    lastPressed.current = asDraft
    setFailure(undefined)
    errorToast.forget()
    if (!isRight()) return
    setProgress(0)
    try {
      // Pictures that are still being read belong to this product.
      const pictures = await chosen.whenRead()
      if (!pictures) return
      const edit = {
        fields: toProductData(draft),
        pictures,
        changed,
        version: clean.version,
        draft: isDraftOffered ? asDraft : undefined,
      }
      const sent = await send(edit, setProgress)
      if ('stored' in sent) return bringTogether(sent)
      toast.success(sent.message)
      reset(onSaved(sent, draft))
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus()
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('FAILED', 500, messageOf(error))
      setFailure(refusal)
      errorToast.showFailure(refusal, productFields)
      refuse(refusal.fields ?? {})
    } finally {
      setProgress(undefined)
    }
  }

  const percent = toPercent(progress ?? 0)
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
          <PictureSlots chosen={chosen} disabled={busy} />
        </Part>
        <ProductFields draft={draft} problems={problems} raised={raised} onChange={change} submit={submit} />
        <noscript>
          <Notice tone="wait" className="m-5">
            This form needs JavaScript, for the pictures.
          </Notice>
        </noscript>
        <div role="alert" className="empty:hidden">
          {failure && (
            <Notice
              tone="bad"
              className="m-5"
              action={isNotSeller(failure) ? <LoginElsewhere /> : mayWorkLater(failure) && <TryAgain />}
            >
              {failure.message}
            </Notice>
          )}
        </div>
        {conflict && (
          <ProductConflict
            conflict={conflict}
            onTake={(field) => {
              const next = { ...draft }
              takeField(next, clean.draft, field)
              setDraft(next)
              setConflict({
                ...conflict,
                changed: conflict.changed.map((one) => (one.field === field ? taken(one) : one)),
              })
            }}
          />
        )}
        <div className="sticky bottom-0 z-(--z-sticky) flex flex-wrap items-center gap-3 border-line border-t bg-paper px-5 py-3.5 shadow-bar">
          <Button
            type="submit"
            name="draft"
            value="0"
            disabled={!hydrated}
            busy={busy}
            busyLabel={percent < 100 ? `Uploading ${percent}%` : 'Nearly there'}
          >
            {submit}
          </Button>
          {isDraftOffered && (
            <Button type="submit" name="draft" value="1" variant="line" disabled={!hydrated || busy}>
              Save as draft
            </Button>
          )}
          <Button variant="quiet" onClick={() => reset(clean)}>
            {undo}
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
      <div className="grid gap-5 preview:sticky preview:top-6">
        <ProductSplit draft={draft} percentages={percentages} />
        <ProductPreview draft={draft} isRaised={raised !== undefined} cover={chosen.pictures[0]?.preview} />
      </div>
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

const taken = ({ field, theirs }: Conflict['changed'][number]) => ({ field, theirs })

/** Asks before another page is opened; the browser asks before the tab is closed. */
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
