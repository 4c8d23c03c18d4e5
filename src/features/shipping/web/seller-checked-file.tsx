import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { hrefOf } from '#shared/endpoint.ts'
import { formatRupees } from '#shared/money.ts'
import { columnLetter } from '#shared/reading/column-letter.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { SpreadsheetHint } from '#web/ui/spreadsheet-hint.tsx'
import { type CheckedFile, exportCourierFileLines, exportCourierFileLinesXlsx } from '../courier-file.contract.ts'
import { columnsOf, fileKindNames, MAX_SHOWN_LINES } from '../courier-file.kinds.ts'
import { FileFigures } from './seller-file-figures.tsx'
import { FileLines, MissingParcels } from './seller-file-lines.tsx'

/** How often the page asks for a booking's progress. */
const ASK_EVERY_MS = 1000

const titles = {
  checking: 'Check before booking',
  checked: 'Check before booking',
  booking: 'Being booked',
  booked: 'Booked',
} as const

const inWords = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-IN')} lines`)

interface CheckedFileViewProps {
  checked: CheckedFile
  /** True: it was checked on this page just now. */
  isNew: boolean
  onChange: () => void
}

/** What the file comes to, and the button that books it; later the result. */
export function CheckedFileView({ checked, isNew, onChange }: CheckedFileViewProps) {
  const heading = useArrival<HTMLHeadingElement>(isNew)
  const { state, name, kind, courier, lines, columns, message } = checked
  const read = columnsOf[kind].flatMap(({ name: column, short }) => {
    const at = columns[column]
    return at === undefined ? [] : [`${columnLetter(at)} ${short}`]
  })
  return (
    <>
      <BackLink to="/seller/courier-file" className="mb-2">
        Couriers’ files
      </BackLink>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-2xl">
            {titles[state]}
          </h1>
          <p className="wrap-anywhere text-ink-soft text-sm">
            {courier ? (
              <>
                <bdi>{courier}</bdi>, {fileKindNames[kind].toLowerCase()}.
              </>
            ) : (
              <span>{fileKindNames[kind]}.</span>
            )}{' '}
            File{' '}
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{`, ${inWords(lines)}.${state === 'checked' ? ' Nothing is booked yet.' : ''}`}</span>
          </p>
        </div>
        {state === 'checked' && (
          <p className="flex items-center gap-2 rounded-xs border border-line-strong bg-paper px-3 py-1.5 text-sm">
            <PageIcon name="list" size="sm" />
            <span>Columns: {read.join(', ')}</span>
            <button type="button" onClick={onChange} className="link ml-auto min-h-9">
              Change
            </button>
          </p>
        )}
      </div>
      <PostRefused />
      {state === 'booking' && <UnderWay checked={checked} />}
      {state === 'booked' && (
        <Notice tone={checked.bookedLines < checked.toBook ? 'ask' : 'good'} role="status" className="mb-5">
          <span>{message}.</span>
          {kind === 'cash' && (
            <span>
              {' '}
              If you have another remittance that looks the same, choose the file again and tick “Another remittance”.
            </span>
          )}
        </Notice>
      )}
      <FileFigures checked={checked} />
      <FileLines checked={checked} />
      {checked.linesToLookAt > MAX_SHOWN_LINES && (
        <p className="mb-2 text-sm">
          The first {MAX_SHOWN_LINES} of {checked.linesToLookAt.toLocaleString('en-IN')} lines are shown.{' '}
          <a href={hrefOf(exportCourierFileLines, { params: { id: checked._id } })} download className="link">
            All of them as CSV
          </a>{' '}
          or{' '}
          <a href={hrefOf(exportCourierFileLinesXlsx, { params: { id: checked._id } })} download className="link">
            as an Excel file
          </a>
        </p>
      )}
      {checked.linesToLookAt > MAX_SHOWN_LINES && <SpreadsheetHint className="mb-5 max-w-184" />}
      {state === 'checked' && <Book checked={checked} />}
      <MissingParcels checked={checked} />
    </>
  )
}

function UnderWay({ checked }: { checked: CheckedFile }) {
  const { revalidate, state } = useRevalidator()
  // Only the server knows the progress.
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setTimeout(revalidate, ASK_EVERY_MS)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  const { toBook, waiting, message } = checked
  return (
    <div className="mb-5 grid gap-3">
      <Notice role="status">{message}. It goes on by itself, also when this page is closed.</Notice>
      <div className="flex items-center gap-4">
        <Progress aria-label="Booking the lines" value={toBook - waiting} max={toBook} className="h-2 flex-1" />
        <span className="figures text-ink-soft text-sm">
          {(toBook - waiting).toLocaleString('en-IN')} of {toBook.toLocaleString('en-IN')}
        </span>
      </div>
    </div>
  )
}

function Book({ checked }: { checked: CheckedFile }) {
  const { _id, kind, lines, toBook, amounts, more, missing } = checked
  const booking = useSend()
  const isCash = kind === 'cash'
  const row = (name: string, amount: string, look = '') => (
    <div className={`flex justify-between gap-6 py-1 ${look}`}>
      <dt>{name}</dt>
      <dd className="figures whitespace-nowrap">{amount}</dd>
    </div>
  )
  const left = lines - toBook
  return (
    <Panel className="p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
        <dl className="w-full max-w-search text-sm">
          {row(`In the file, ${inWords(lines)}`, isCash ? formatRupees(amounts.file) : '')}
          {left > 0 && row(`Left out, ${inWords(left)}`, isCash ? `−${formatRupees(amounts.left)}` : '')}
          {more > 0 && row(`Too much, ${inWords(more)}`, `−${formatRupees(amounts.more)}`)}
          {row(
            `To book, ${inWords(toBook)}`,
            isCash ? formatRupees(amounts.toBook) : '',
            'mt-1 border-line-strong border-t pt-2 font-semibold text-lg',
          )}
        </dl>
        <form method="post" onSubmit={booking.submit} className="flex flex-wrap items-center gap-2">
          <HiddenFields values={{ file: _id }} />
          <Button type="submit" disabled={toBook === 0} busy={booking.busy}>
            {`Book ${inWords(toBook)}`}
          </Button>
          <ButtonLink to={`/seller/courier-file?kind=${kind}`} variant="quiet">
            Leave it
          </ButtonLink>
        </form>
      </div>
      {toBook === 0 && <p className="mt-3 text-sm">There is nothing to book in this file.</p>}
      <SendFailed failed={booking.failed} className="mt-4" />
      <p className="mt-3 text-ink-soft text-xs">
        <span>{kind === 'tracking' && `${inParcels(checked.ships)} shipped. `}</span>
        The same file again books nothing.
        <span>
          {missing > 0 &&
            ` The ${missing === 1 ? 'missing parcel stays' : `${missing} missing parcels stay`} in Cash to come.`}
        </span>
      </p>
    </Panel>
  )
}

const inParcels = (count: number) =>
  count === 0
    ? 'No parcel becomes'
    : count === 1
      ? '1 parcel becomes'
      : `${count.toLocaleString('en-IN')} parcels become`
