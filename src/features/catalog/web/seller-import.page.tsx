import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { call, messageOf } from '#web/call.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { getImport, type ProductImport } from '../seller-products.contract.ts'
import { isRunning, type ShownImport, sendCsv } from './send-csv.ts'

/** How often a running import is asked how far it is. */
const ASK_EVERY_MS = 1000

const title = 'Import products'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/product-list/import')

/** `?import=` is the import that was started here: still there after a reload. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('import')
  return askAsSeller(context, async (api): Promise<{ started: ProductImport | undefined }> => {
    await api(sellerIsAuth)
    if (!id) return { started: undefined }
    try {
      return { started: (await api(getImport, { params: { id } })).import }
    } catch (error) {
      if (error instanceof AppError && (error.status === 404 || error.status === 400)) return { started: undefined }
      throw error
    }
  })
}

export default function SellerImportPage() {
  const answer = useLoaderData<typeof loader>()
  const [, setSearchParams] = useSearchParams()
  const [shown, setShown] = useState<ShownImport | undefined>(answer?.started)
  const [failure, setFailure] = useState<string>()
  useProgress(shown, setShown, setFailure)
  if (!answer) return null
  return (
    <>
      <BackLink to="/seller/product-list" className="mb-2">
        Product List
      </BackLink>
      <SellerHead title={title} />
      <Panel className="max-w-184 p-5 nav:p-6">
        <p>
          A CSV file with the columns <b>name</b>, <b>category</b>, <b>price</b> and <b>offerPrice</b>; also description
          (a line for each point), weight, stock, inStock and producer. A row with an <b>id</b> changes that product,
          one without adds a new one; what the file has no column for stays as it is. Prices are in rupees. At most
          20,000 rows, with commas, semicolons or tabs between the columns.
        </p>
        <p className="mt-2 text-ink-soft text-sm">
          All rows are checked first. If one is wrong, nothing is imported, and you see which.
        </p>
        <FileForm
          disabled={shown !== undefined && isRunning(shown)}
          onStarted={(started) => {
            setFailure(undefined)
            setShown(started)
            setSearchParams({ import: started._id }, { replace: true })
          }}
        />
      </Panel>
      {failure && (
        <Notice tone="bad" role="alert" className="mt-5 max-w-184">
          {failure}
        </Notice>
      )}
      {shown && <Report shown={shown} />}
    </>
  )
}

/** Asks how far the import is until it has ended. */
function useProgress(
  shown: ShownImport | undefined,
  onNews: (news: ShownImport) => void,
  onFailure: (said: string | undefined) => void,
) {
  // Polling uses the clock and the network.
  useEffect(() => {
    if (!shown || !isRunning(shown)) return
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        const answer = await call<typeof getImport>('GET /api/product/import/:id', { params: { id: shown._id } })
        if (isOver) return
        onFailure(undefined)
        onNews(answer.import)
        if (answer.import.state === 'done') toast.success(answer.import.message)
      } catch (error) {
        if (isOver) return
        onFailure(`We cannot see how far it is. ${messageOf(error)}`)
        onNews({ ...shown })
      }
    }, ASK_EVERY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [shown, onNews, onFailure])
}

function FileForm({ disabled, onStarted }: { disabled: boolean; onStarted: (started: ShownImport) => void }) {
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const errorToast = useErrorToast()
  const busy = percent !== undefined

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const file = input.current?.files?.[0]
    if (busy || disabled) return
    if (!file) {
      setFailure('Choose a CSV file')
      input.current?.focus()
      return
    }
    setFailure(undefined)
    errorToast.forget()
    setPercent(0)
    try {
      onStarted(await sendCsv(file, (done) => setPercent(toPercent(done))))
    } catch (error) {
      setFailure(messageOf(error))
      errorToast.showFailure(error)
    } finally {
      setPercent(undefined)
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate className="mt-5 grid grid-cols-1 justify-items-start gap-3">
      <label htmlFor="csv" className="font-semibold text-sm leading-snug">
        CSV file
      </label>
      {failure && (
        <p id="csv-error" role="alert" className="font-semibold text-madder-700 text-sm">
          {failure}
        </p>
      )}
      <input
        ref={input}
        id="csv"
        type="file"
        name="file"
        required
        accept=".csv,text/csv"
        aria-invalid={failure ? true : undefined}
        aria-describedby={failure ? 'csv-error' : undefined}
        className="min-h-11 w-full min-w-0 py-2"
      />
      <Button
        type="submit"
        busy={busy}
        disabled={!hydrated || disabled}
        busyLabel={percent === 100 ? 'Nearly there' : `Uploading ${percent ?? 0}%`}
      >
        Import
      </Button>
      <noscript>
        <Notice tone="wait">This form needs JavaScript, to show how far it is.</Notice>
      </noscript>
    </form>
  )
}

const tones = { checking: 'info', saving: 'info', done: 'good', refused: 'bad', failed: 'bad' } as const

function Report({ shown }: { shown: ShownImport }) {
  const { state, message, lines, done, errors, badLines } = shown
  return (
    <section aria-labelledby="import-title" className="mt-5 grid max-w-184 gap-4">
      <h2 id="import-title" className="sr-only">
        Your import
      </h2>
      <Notice tone={tones[state]} role="status">
        {message}
      </Notice>
      {isRunning(shown) && (
        <div className="flex items-center gap-4">
          <Progress
            aria-label={state === 'checking' ? 'Checking the rows' : 'Saving the products'}
            value={lines > 0 ? done : undefined}
            max={Math.max(lines, 1)}
            className="h-2 flex-1"
          />
          <span className="figures text-ink-soft text-sm">
            {done.toLocaleString('en-IN')} {lines > 0 ? `of ${lines.toLocaleString('en-IN')}` : 'so far'}
          </span>
        </div>
      )}
      {state === 'done' && (
        <ButtonLink to="/seller/product-list" variant="line" className="justify-self-start">
          See the Product List
        </ButtonLink>
      )}
      {errors.length > 0 && (
        <Panel>
          <h3 className="heading-plain border-line border-b px-4 py-3 text-base">
            {badLines === 1 ? '1 row to fix' : `${badLines} rows to fix`}
            {badLines > errors.length && `, the first ${errors.length} of them`}
          </h3>
          <ol>
            {errors.map(({ row, product, column, value, message: problem }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row may have two problems
              <li key={at} className="flex gap-4 border-line px-4 py-2.5 not-first:border-t">
                <b className="figures w-24 flex-none">Row {row}</b>
                <span className="wrap-anywhere min-w-0">
                  {product && <b className="block leading-hint">{product}</b>}
                  {column && `${column}${value ? ` “${value}”` : ''}: `}
                  {problem}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </section>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="this page" />
