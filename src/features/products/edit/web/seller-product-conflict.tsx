import { formatMoment } from '#shared/day.ts'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { type ChangedField, fieldLabels, type ProductField } from '../../product-form.rules.ts'

/** Another seller saved while the form was open. */
export interface Conflict {
  by: string
  at: Date | undefined
  changed: readonly ChangedField[]
  /** Changed there alone, or here too. */
  images: 'theirs' | 'both' | undefined
}

interface ProductConflictProps {
  conflict: Conflict
  /** Takes their value of a field changed by both. */
  onTake: (field: ProductField) => void
}

export function ProductConflict({ conflict, onTake }: ProductConflictProps) {
  const { by, at, changed, images } = conflict
  const moment = at && formatMoment(at)
  return (
    // The notice is to be read before each new save.
    <ArrivalNotice key={at?.getTime()} tone="wait" role="alert" className="m-5">
      <p>
        <b className="wrap-anywhere">{by}</b> saved this product
        <span>{moment && ` on ${moment.day} at ${moment.time}`}</span>, while it was open here. Your changes are not
        saved yet. Look through what is different, then save again.
      </p>
      <ul aria-label="What they changed" className="mt-3 grid gap-3">
        {changed.map(({ field, theirs, yours }) => (
          <li key={field} className="grid gap-1">
            <b>{fieldLabels[field]}</b>
            {yours === undefined ? (
              <span>
                Now <Value text={theirs} />
              </span>
            ) : (
              <>
                <span>
                  Theirs: <Value text={theirs} />
                </span>
                <span>
                  Yours: <Value text={yours} />
                </span>
                <Button variant="plain" size="sm" className="-ml-4 justify-self-start" onClick={() => onTake(field)}>
                  Use theirs
                  <span className="sr-only"> for {fieldLabels[field]}</span>
                </Button>
              </>
            )}
          </li>
        ))}
        {images && (
          <li>
            <b className="block">Images</b>
            {images === 'theirs'
              ? 'Changed there; you see them as they are now'
              : 'Changed there as well; yours are kept'}
          </li>
        )}
      </ul>
    </ArrivalNotice>
  )
}

const Value = ({ text }: { text: string }) => (
  <bdi className="wrap-anywhere whitespace-pre-line text-ink">{text === '' ? 'nothing' : text}</bdi>
)
