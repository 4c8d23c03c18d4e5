import { type SubmitEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, messageOf } from '#web/call.ts'
import { useEndedSession } from '#web/hooks/use-ended-session.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { type BulkAct, type BulkResult, listSellerProductIds } from '../../seller-products.contract.ts'
import { ChangePrices } from './seller-change-prices.tsx'
import type { Selection } from './use-selection.ts'

/** The ticks of all rows belong to this form. */
export const BULK_FORM = 'bulk'
/** The same number as in the contract, which browsers do not load. */
const MAX_SELECTED = 300
/** Asks for name and values of the ticked products. */
const FAMILY_PAGE = '/seller/product-list/family'

const buttons: Record<'shown' | 'drafts' | 'archived', [BulkAct, string][]> = {
  shown: [
    ['in-stock', 'In stock'],
    ['out-of-stock', 'Out of stock'],
    ['archive', 'Archive'],
  ],
  drafts: [
    ['unarchive', 'Publish'],
    ['archive', 'Archive'],
  ],
  archived: [['unarchive', 'Bring back']],
}

interface BulkBarProps {
  page: readonly string[]
  /** How many products fit the filters on all pages. */
  total: number
  /** The filters in the page's address. */
  filters: Record<string, string | undefined>
  selection: Selection
  sending: ReturnType<typeof useBulk>
}

/** Sends the bar's form. It belongs to the page, since the bar goes with the last row. */
export function useBulk(selection: Selection) {
  return useSend<{ results?: BulkResult[] }>({
    intent: 'bulk',
    // Failed products stay ticked.
    onDone: ({ results = [] }) => selection.set(results.flatMap(({ _id, ok }) => (ok ? [] : _id))),
  })
}

/** The bar makes one call for all ticked products, and shows a line for each failure. It works without JavaScript. */
export function BulkBar({ page, total, filters, selection, sending }: BulkBarProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [asked, setAsked] = useState<FormData>()
  const { view } = filters
  const ids = [...selection.ids]
  const count = ids.length
  const isTooMuch = count > MAX_SELECTED
  const isOff = hydrated && (count === 0 || isTooMuch)
  const choices = buttons[view === 'drafts' || view === 'archived' ? view : 'shown']

  /** Archiving asks first, since it takes goods off sale. */
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const data = new FormData(event.currentTarget, event.nativeEvent.submitter)
    if (data.get('to') === 'family') {
      event.preventDefault()
      return navigate(`${FAMILY_PAGE}?${new URLSearchParams(ids.map((id) => ['products', id]))}`)
    }
    if (data.get('to') !== 'archive' || view === 'drafts') return sending.submit(event)
    event.preventDefault()
    setAsked(data)
  }

  return (
    <section
      aria-label="Selected products"
      className={`border-line border-b bg-paper ${count > 0 ? 'sticky top-0 z-(--z-sticky) shadow-bar has-[details[open]]:static' : ''}`}
    >
      <form
        id={BULK_FORM}
        method="post"
        autoComplete="off"
        action={pathname + search}
        onSubmit={onSubmit}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5"
      >
        <input type="hidden" name="intent" value="bulk" />
        {ids.map((id) => (page.includes(id) ? null : <input key={id} type="hidden" name="products" value={id} />))}
        <PageTick page={page} selection={selection} disabled={!hydrated} />
        <p role="status" className="text-ink-soft text-sm">
          {`${count === 0 ? 'None' : count} selected${isTooMuch ? `. At most ${MAX_SELECTED} go at once` : ''}`}
        </p>
        {hydrated && <AllThatFit page={page} total={total} filters={filters} selection={selection} />}
        <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
          {choices.map(([to, text]) => (
            <Button
              key={to}
              type="submit"
              name="to"
              value={to}
              variant="line"
              size="sm"
              disabled={isOff}
              busy={sending.sending?.get('to') === to}
            >
              {text}
            </Button>
          ))}
          <Button
            type="submit"
            name="to"
            value="family"
            formMethod="get"
            formAction={FAMILY_PAGE}
            variant="line"
            size="sm"
            disabled={isOff || (hydrated && count < 2)}
          >
            One family
          </Button>
        </div>
      </form>
      {hydrated && count > 0 && !isTooMuch && <ChangePrices ids={selection.ids} page={pathname + search} />}
      <SendFailed failed={sending.failed} className="mx-4 mb-3" />
      <Report message={sending.done?.message} results={sending.done?.results} />
      <ConfirmDialog
        open={asked !== undefined}
        busy={sending.busy}
        page={pathname + search}
        title={count === 1 ? 'Archive 1 product?' : `Archive ${count} products?`}
        text="They leave the shop. You can bring them back from Archived."
        confirm="Archive"
        keep="Keep them"
        onConfirm={() => asked && sending.send(asked, pathname + search, () => setAsked(undefined))}
        onClose={() => setAsked(undefined)}
      />
    </section>
  )
}

function PageTick({ page, selection, disabled }: Pick<BulkBarProps, 'page' | 'selection'> & { disabled: boolean }) {
  const ticked = page.filter((id) => selection.ids.has(id)).length
  return (
    <label className="inline-flex min-h-11 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        disabled={disabled}
        checked={ticked > 0 && ticked === page.length}
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && ticked < page.length
        }}
        onChange={(event) => selection.tick(page, event.currentTarget.checked)}
      />
      This page
    </label>
  )
}

/** Ticks products of other pages too, up to one call's limit. */
function AllThatFit({ page, total, filters, selection }: Omit<BulkBarProps, 'sending'>) {
  const hasEnded = useEndedSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const count = selection.ids.size
  if (count > 0 && (total <= page.length || count >= Math.min(total, MAX_SELECTED)))
    return (
      <Button variant="quiet" size="sm" onClick={() => selection.set([])}>
        Clear
      </Button>
    )
  if (total <= page.length) return null

  async function selectAll() {
    setBusy(true)
    setFailure(undefined)
    const query = Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])))
    try {
      const { ids } = await call(listSellerProductIds, { query })
      selection.set(ids)
    } catch (error) {
      if (!hasEnded(error)) setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const all = total.toLocaleString('en-IN')
  return (
    <>
      <Button variant="quiet" size="sm" busy={busy} onClick={selectAll}>
        {`${failure ? 'Try again: ' : ''}${total > MAX_SELECTED ? `Select the first ${MAX_SELECTED} of ${all}` : `Select all ${all}`}`}
      </Button>
      {failure && (
        <span role="alert" className="font-semibold text-madder-700 text-sm">
          {failure}
        </span>
      )}
    </>
  )
}

/** Shows failures until the next act. */
function Report({ message, results = [] }: { message: string | undefined; results: BulkResult[] | undefined }) {
  const missed = results.filter(({ ok }) => !ok)
  if (missed.length === 0) return null
  return (
    <ArrivalNotice tone="wait" role="alert" className="mx-4 mb-3">
      <p>{message}. Not done, and still selected:</p>
      <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {missed.map(({ _id, message: why }) => (
          <li key={_id} className="wrap-anywhere">
            {why}
          </li>
        ))}
      </ul>
    </ArrivalNotice>
  )
}
