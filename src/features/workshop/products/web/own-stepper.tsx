import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useSend } from '#web/hooks/use-send.ts'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { OwnPiece } from '../products.contract.ts'
import { usePieceWords } from './use-piece-words.ts'

type Counted = Pick<OwnPiece, '_id' | 'name' | 'stock' | 'isInBatches' | 'inStock'>

const side =
  'grid size-12 place-items-center border border-line-strong bg-paper hover:bg-kora disabled:text-ink-mute aria-busy:opacity-60'

/** One more, one less: acts at once, and without scripts as two buttons of a form. */
export function OwnStepper({ piece: { _id, name, stock, isInBatches, inStock } }: { piece: Counted }) {
  const say = usePieceWords()
  const { wanted, submit, busy, refused } = useWanted(_id)
  const shown = wanted ?? stock
  const words = isInBatches
    ? say.inOffice
    : shown === null
      ? say.notCounted
      : shown === 0
        ? say.noneLeft
        : shown === 1
          ? say.onlyOne
          : say.howMany
  return (
    <form
      method="post"
      action={page}
      onSubmit={submit}
      className="flex min-h-16 items-center justify-between gap-3 border-line border-t px-4 py-2"
    >
      <HiddenFields values={{ intent: `stock ${_id}`, id: _id }} />
      <span className="grid text-base">
        <span className={shown !== null && shown <= 1 && !isInBatches ? 'font-semibold text-madder-700' : ''}>
          {words}
        </span>
        {refused && (
          <span role="alert" className="text-madder-700 text-sm">
            {refused.message}
          </span>
        )}
      </span>
      {isInBatches ? (
        <span className="figures font-semibold">{stock}</span>
      ) : (
        <span className="flex">
          <button
            type="submit"
            name="stock"
            value={Math.max(0, (shown ?? 0) - 1)}
            disabled={(shown ?? 0) === 0}
            aria-label={say.oneLess(name)}
            aria-busy={busy || undefined}
            className={side}
          >
            <Icon name="minus" />
          </button>
          <output className="figures grid h-12 w-11 place-items-center border-line-strong border-y font-semibold">
            {shown ?? (inStock ? '–' : 0)}
          </output>
          <button
            type="submit"
            name="stock"
            value={(shown ?? 0) + 1}
            aria-label={say.oneMore(name)}
            aria-busy={busy || undefined}
            className={side}
          >
            <Icon name="plus" />
          </button>
        </span>
      )}
    </form>
  )
}

const page = '/workshop/products'

/** Each press counts at once; what was pressed while the shop answers goes after it. */
function useWanted(id: string) {
  const [wanted, setWanted] = useState<number>()
  const latest = useRef<number>(undefined)
  const set = (count: number | undefined) => {
    latest.current = count
    setWanted(count)
  }
  const { send, busy, refused } = useSend({
    intent: `stock ${id}`,
    onDone: (_, sent) => {
      if (Number(sent.get('stock')) === latest.current) set(undefined)
    },
    onRefused: () => set(undefined),
  })
  const sent = useRef<number>(undefined)
  // Sending is outside React.
  useEffect(() => {
    if (wanted === undefined) sent.current = undefined
    if (wanted === undefined || busy || wanted === sent.current) return
    sent.current = wanted
    const form = new FormData()
    form.set('intent', `stock ${id}`)
    form.set('id', id)
    form.set('stock', String(wanted))
    void send(form, page)
  }, [wanted, busy, id, send])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    if (submitter instanceof HTMLButtonElement) set(Number(submitter.value))
  }
  return { wanted, submit, busy, refused }
}
