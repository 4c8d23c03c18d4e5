import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useBlocker } from 'react-router'
import { textOfPicture } from '#features/catalog/catalog.picture-texts.ts'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { mayWorkLater } from '#web/forms/form-answer.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useFields } from '#web/hooks/use-fields.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { isNotSeller } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type ChosenEvidence, MarksPart } from '../../marks/web/seller-marks-part.tsx'
import {
  mergeDrafts,
  type ProductDraft,
  productFields,
  productProblem,
  raisedPrice,
  takeField,
  toProductData,
} from '../../product-form.rules.ts'
import { MAX_PICTURES } from '../../product-pictures.rules.ts'
import { type Edit, type FormState, type Refused, type Saved, stateOf, type Unfinished } from './form-state.ts'
import { ProductPreview } from './product-preview.tsx'
import { type DatedPercentages, ProductSplit } from './product-split.tsx'
import { PictureSlots } from './seller-picture-slots.tsx'
import { type Conflict, ProductConflict } from './seller-product-conflict.tsx'
import { ProductFields } from './seller-product-fields.tsx'
import { Part } from './seller-product-part.tsx'
import { useProductPictures } from './use-product-pictures.ts'

interface ProductFormProps {
  start: FormState
  /** The percentages by which the profit is shared today. */
  percentages: DatedPercentages
  submit: string
  /** Adds "Save as draft"; then the first button publishes. */
  isDraftOffered: boolean
  undo: string
  /** What undoing leads to, where that is not the stored product. */
  onUndo?: (() => FormState) | undefined
  /** Asked when the page is left with changes. */
  leave: { title: string; confirm: string }
  hint: string
  send: (edit: Edit, onProgress: (done: number) => void) => Promise<Saved | Refused | Unfinished>
  /** The form after saving: empty for the next product, or as stored. */
  onSaved: (saved: Saved, draft: ProductDraft) => FormState
}

/** Pictures are compared by key, order and text. */
const sameAs = (pictures: readonly { id: string; text: string }[]) =>
  JSON.stringify(pictures.map(({ id, text }) => [id, text.trim()]))
const storedAs = ({ images, draft }: FormState) =>
  sameAs(images.map((picture) => ({ id: picture.key, text: textOfPicture(picture, draft.name) })))

export function ProductForm({
  start,
  percentages,
  submit,
  isDraftOffered,
  undo,
  onUndo,
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
  /** "Save as draft" was pressed last. */
  const lastPressed = useRef(false)
  const chosen = useProductPictures(start.images, start.draft.name)
  const [evidence, setEvidence] = useState<ChosenEvidence>(new Map())
  const errorToast = useErrorToast()
  const busy = progress !== undefined
  const changed = productFields.filter((name) => draft[name] !== clean.draft[name])
  const arePicturesChanged = sameAs(chosen.pictures) !== storedAs(clean)
  const raised = raisedPrice(clean, draft.price)
  const blocker = useLeaveWarning(changed.length > 0 || arePicturesChanged || evidence.size > 0)

  function change(part: Partial<ProductDraft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    for (const name of productFields)
      if ((name in part || (name === 'makerPrice' && 'producer' in part)) && !productProblem(name, next))
        settle(name, undefined)
  }

  function reset(next: FormState) {
    setDraft(next.draft)
    setClean(next)
    refuse({})
    setFailure(undefined)
    setConflict(undefined)
    chosen.reset(next.images, next.draft.name)
    setEvidence(new Map())
  }

  /** Another seller saved meanwhile: all typed text stays, their changes are shown. */
  function bringTogether({ stored, by, at }: Refused) {
    const merged = mergeDrafts(clean.draft, stored.draft, draft)
    const hasTheirPictures = storedAs(stored) !== storedAs(clean)
    setDraft(merged.draft)
    setClean(stored)
    if (hasTheirPictures && arePicturesChanged) chosen.keepOnly(stored.images)
    else if (hasTheirPictures) chosen.reset(stored.images, stored.draft.name)
    const images = hasTheirPictures ? (arePicturesChanged ? 'both' : 'theirs') : undefined
    setConflict({ by, at, changed: merged.changed, images })
  }

  const undoAll = () => reset(onUndo?.() ?? clean)

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const { submitter } = event.nativeEvent
    // "Try again" repeats the last button.
    const isAgain = !(submitter instanceof HTMLButtonElement && submitter.name === 'draft')
    const asDraft = isAgain ? lastPressed.current : submitter.value === '1'
    lastPressed.current = asDraft
    setFailure(undefined)
    errorToast.forget()
    if (!isRight()) return
    setProgress(0)
    try {
      // Pictures still being read belong to this product.
      const pictures = await chosen.whenRead()
      if (!pictures) return
      const edit = {
        fields: toProductData(draft),
        pictures,
        evidence,
        changed,
        version: clean.version,
        draft: isDraftOffered ? asDraft : undefined,
      }
      const sent = await send(edit, setProgress)
      if ('stored' in sent) return bringTogether(sent)
      if ('failure' in sent) {
        const stored = stateOf(sent.product, draft.producerName)
        setDraft(stored.draft)
        setClean(stored)
        setConflict(undefined)
        chosen.takeSent(sent.pictures)
        setEvidence(sent.evidence)
        throw sent.failure
      }
      toast.success(sent.message)
      reset(onSaved(sent, draft))
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus()
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('FAILED', 500, messageOf(error))
      setFailure(refusal)
      errorToast.showFailure(refusal, productFields)
      refuse(namedFields(refusal.fields ?? {}))
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
        <Part
          title="Images"
          hint={`Up to ${MAX_PICTURES}. JPG, PNG or WebP. Square looks best. The first is the cover. Say what each shows: it is read out to who does not see it.`}
        >
          <PictureSlots chosen={chosen} disabled={busy} />
        </Part>
        <ProductFields draft={draft} problems={problems} raised={raised} onChange={change} submit={submit} />
        <MarksPart
          value={draft.marks}
          error={problems.marks}
          chosen={evidence}
          onChange={(marks) => change({ marks })}
          onChoose={setEvidence}
        />
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
        <div className="border-line border-t px-5 py-2 sm:hidden">
          <Button variant="quiet" onClick={undoAll}>
            {undo}
          </Button>
        </div>
        {/* One row on a phone at the usual type size, to leave room for the form. */}
        <div className="sticky bottom-0 z-(--z-sticky) flex flex-wrap items-center gap-1.5 border-line border-t bg-paper px-2 py-2 shadow-bar sm:gap-3 sm:px-5 sm:py-3.5">
          <Button
            type="submit"
            name="draft"
            value="0"
            className="max-sm:whitespace-nowrap max-sm:px-3"
            disabled={!hydrated}
            busy={busy}
            busyLabel={percent < 100 ? `Uploading ${percent}%` : 'Nearly there'}
          >
            {submit}
          </Button>
          {isDraftOffered && (
            <Button
              type="submit"
              name="draft"
              value="1"
              variant="line"
              disabled={!hydrated || busy}
              className="max-sm:whitespace-nowrap max-sm:px-3"
            >
              Save as draft
            </Button>
          )}
          <Button variant="quiet" onClick={undoAll} className="max-sm:hidden">
            {undo}
          </Button>
          <a
            href="#preview"
            className="inline-flex min-h-12 items-center px-1 sm:px-3 font-semibold text-neel-700 hover:bg-neel-100 preview:hidden"
          >
            Preview
          </a>
          <p className="ml-auto text-ink-mute text-sm max-sm:sr-only">{hint}</p>
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

/** A mistake in a batch is one of the batches too, so that the form leads to it. */
function namedFields(fields: Record<string, string>) {
  const batch = Object.entries(fields).find(([name]) => name.startsWith('batches.'))
  return batch ? { ...fields, batches: batch[1] } : fields
}

const taken = ({ field, theirs }: Conflict['changed'][number]) => ({ field, theirs })

/** Asks before another page opens; the browser asks before the tab closes. */
function useLeaveWarning(isChanged: boolean) {
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

/** The session ended: log in elsewhere, and keep what is typed. */
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
