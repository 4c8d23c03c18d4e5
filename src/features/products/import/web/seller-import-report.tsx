import type { ReactNode } from 'react'
import type { Send } from '#web/hooks/use-send.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { isRunning, type ShownImport } from './send-import.ts'

const tones = {
  checking: 'info',
  checked: 'ask',
  saving: 'info',
  done: 'good',
  refused: 'bad',
  failed: 'bad',
  undoing: 'info',
  undone: 'good',
} as const
const doing = { checking: 'Checking the rows', saving: 'Saving the products', undoing: 'Taking the import back' }

interface ImportReportProps {
  shown: ShownImport
  /** Sends the form that writes a checked file. */
  write: Send
  page: string
  /** The button that undoes a written import. */
  children: ReactNode
}

export function ImportReport({ shown, write, page, children }: ImportReportProps) {
  const { state, message } = shown
  return (
    <section aria-labelledby="import-title" className="mt-5 grid max-w-184 gap-4">
      <h2 id="import-title" className="sr-only">
        Your import
      </h2>
      <Notice tone={tones[state]} role="status">
        {message}
      </Notice>
      <HowFar shown={shown} />
      {state === 'checked' && <PreviewPanel shown={shown} write={write} page={page} />}
      {(state === 'done' || state === 'undone') && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/seller/product-list" variant="line">
            See the Product List
          </ButtonLink>
          {children}
        </div>
      )}
      <Problems shown={shown} />
      <KeptProducts shown={shown} />
    </section>
  )
}

function HowFar({ shown }: { shown: ShownImport }) {
  const { state, lines, done } = shown
  if (!isRunning(shown) || !(state in doing)) return null
  return (
    <div className="flex items-center gap-4">
      <Progress
        aria-label={state === 'saving' || state === 'undoing' ? doing[state] : doing.checking}
        value={lines > 0 ? done : undefined}
        max={Math.max(lines, 1)}
        className="h-2 flex-1"
      />
      <span className="figures text-ink-soft text-sm">
        {done.toLocaleString('en-IN')} {lines > 0 ? `of ${lines.toLocaleString('en-IN')}` : 'so far'}
      </span>
    </div>
  )
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

/** Nothing is written before the button is pressed. */
function PreviewPanel({ shown, write, page }: Omit<ImportReportProps, 'children'>) {
  const { _id, preview, badLines } = shown
  if (!preview) return null
  const { add, change, same, unnamed, archived, unusedPictures, columns, confirm, unread } = preview
  const facts = { Added: add, Changed: change, Unchanged: same, Refused: badLines }
  const notes = [
    unnamed > 0 &&
      `${counted(unnamed, 'row has', 'rows have')} neither SKU nor id: the same file would add ${unnamed === 1 ? 'it' : 'them'} once more.`,
    archived > 0 &&
      `${counted(archived, 'product is', 'products are')} archived, and ${archived === 1 ? 'stays' : 'stay'} so.`,
    unusedPictures > 0 && `${counted(unusedPictures, 'file', 'files')} of the zip are named in no row.`,
    unread.length > 0 &&
      `Not read: ${unread.map(({ column, guess }) => (guess ? `${column} (did you mean ${guess}?)` : column)).join(', ')}.`,
  ].filter((note) => note !== false)
  return (
    <Panel className="grid gap-4 p-5">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {Object.entries(facts).map(([name, count]) => (
          <div key={name}>
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="figures font-semibold text-xl">{count.toLocaleString('en-IN')}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <ChangedColumns columns={columns} />
      {add + change > 0 && (
        <form
          method="post"
          action={page}
          onSubmit={(event) => write.submit(event)}
          className="grid justify-items-start gap-4"
        >
          <HiddenFields values={{ intent: 'write', id: _id }} />
          <ToConfirm confirm={confirm} />
          <Button type="submit" busy={write.busy}>
            {`Import ${counted(add + change, 'product', 'products')}`}
          </Button>
        </form>
      )}
    </Panel>
  )
}

type Preview = NonNullable<ShownImport['preview']>

/** "0042 → 42" with the product's name. */
function ChangedColumns({ columns }: Pick<Preview, 'columns'>) {
  if (columns.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3 className="heading-plain text-base">What changes</h3>
      <dl className="grid gap-2 text-sm">
        {columns.map(({ column, count, examples }) => (
          <div key={column} className="grid gap-1 sm:grid-cols-[8rem_1fr]">
            <dt className="font-semibold">
              <span>{column}</span>: <span className="figures">{count.toLocaleString('en-IN')}</span>
            </dt>
            <dd className="wrap-anywhere min-w-0">
              <Examples examples={examples} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const Examples = ({ examples }: { examples: Preview['columns'][number]['examples'] }) => (
  <ul className="grid gap-0.5">
    {examples.map(({ product, before, after }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two products may have one name
      <li key={at}>
        <bdi>{before}</bdi> → <bdi>{after}</bdi> <span className="text-ink-soft">{`(${product})`}</span>
      </li>
    ))}
  </ul>
)

const confirmWords: Record<Preview['confirm'][number]['kind'], (count: number) => string> = {
  sku: (count) => `${counted(count, 'product gets another SKU', 'products get other SKUs')}`,
  name: (count) => `${counted(count, 'product gets another name', 'products get other names')}`,
  price: (count) => `${counted(count, 'price falls', 'prices fall')} to a tenth or less`,
  stock: (count) => `The stock of ${counted(count, 'product', 'products')} is not counted any more`,
}

/** Usual accidents of spreadsheets, each with its own box. */
function ToConfirm({ confirm }: Pick<Preview, 'confirm'>) {
  if (confirm.length === 0) return null
  return (
    <fieldset className="grid w-full gap-3 rounded-xs border border-line-strong p-4">
      <legend className="px-1 font-semibold">Is this meant?</legend>
      {confirm.map(({ kind, count, examples }) => (
        <div key={kind} className="grid gap-1 text-sm">
          <label className="flex min-h-11 items-center gap-2.5 font-semibold">
            <input type="checkbox" name="confirmed" value={kind} required className="size-5 flex-none" />
            <span>{confirmWords[kind](count)}</span>
          </label>
          <div className="wrap-anywhere pl-7.5">
            <Examples examples={examples} />
          </div>
        </div>
      ))}
    </fieldset>
  )
}

function Problems({ shown: { errors, badLines } }: { shown: ShownImport }) {
  if (errors.length === 0) return null
  return (
    <Panel>
      <PanelTitle>
        {`${counted(badLines, 'row to fix', 'rows to fix')}${badLines > errors.length ? `, the first ${errors.length} problems` : ''}`}
      </PanelTitle>
      <ol>
        {errors.map(({ row, product, column, value, message: problem }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have two problems
          <li key={at} className={item}>
            <b className="figures w-24 flex-none">Row {row}</b>
            <span className="wrap-anywhere min-w-0">
              {product && <b className="block leading-hint">{product}</b>}
              <span>{`${column ? `${column}${value ? ` “${value}”` : ''}: ` : ''}${problem}`}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function KeptProducts({ shown: { kept, keptProducts } }: { shown: ShownImport }) {
  if (kept.length === 0) return null
  return (
    <Panel>
      <PanelTitle>
        {`${counted(keptProducts, 'product', 'products')} left as they are${keptProducts > kept.length ? `, the first ${kept.length} of them` : ''}`}
      </PanelTitle>
      <ul>
        {kept.map(({ _id, name, reason }) => (
          <li key={_id} className={item}>
            <span className="wrap-anywhere min-w-0">
              <ButtonLink to={`/seller/product-list/${_id}`} variant="quiet" size="sm">
                <Name>{name}</Name>
              </ButtonLink>{' '}
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const item = 'flex gap-4 border-line px-4 py-2.5 not-first:border-t'

const PanelTitle = ({ children }: { children: ReactNode }) => (
  <h3 className="heading-plain border-line border-b px-4 py-3 text-base">{children}</h3>
)
