import { useState } from 'react'
import { toast } from 'react-hot-toast'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DownloadLink } from '#web/ui/button.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { SpreadsheetHint } from '#web/ui/spreadsheet-hint.tsx'
import {
  demoImport,
  demoImportPictures,
  getImport,
  importTemplate,
  importTemplateXlsx,
  listImports,
  type ProductImport,
  undoImport,
  writeImport,
} from '../../product-imports.contract.ts'
import { exportProducts, exportProductsXlsx } from '../../seller-products.contract.ts'
import { ImportFileForm } from './import-file-form.tsx'
import { ImportReport } from './seller-import-report.tsx'
import { isRunning, type ShownImport } from './send-import.ts'
import { LastImports, UndoImport } from './undo-import.tsx'
import { useImportProgress } from './use-import-progress.ts'

const title = 'Import products'
const page = '/seller/product-list/import'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

/** `?import=` is the import started here, also after a reload. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('import')
  return askAsSeller(
    context,
    async (api): Promise<{ started: ProductImport | undefined; imports: ProductImport[]; toTry: boolean }> => {
      const { imports, toTry } = await api(listImports)
      if (!id) return { started: undefined, imports, toTry }
      try {
        return { started: (await api(getImport, { params: { id } })).import, imports, toTry }
      } catch (error) {
        if (error instanceof AppError && (error.status === 404 || error.status === 400))
          return { started: undefined, imports, toTry }
        throw error
      }
    },
  )
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const params = { id: formText(form, 'id') }
    const isUndo = formText(form, 'intent') === 'undo'
    const confirmed = form.getAll('confirmed').join(',')
    const answer = isUndo ? await api(undoImport, { params }) : await api(writeImport, { params, query: { confirmed } })
    return { started: answer.import, back: `${page}?${new URLSearchParams({ import: params.id })}` }
  })

export default function SellerImportPage() {
  const answer = useLoaderData<typeof loader>()
  const [searchParams, setSearchParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState<ShownImport | undefined>(answer?.started)
  const [failure, setFailure] = useState<string>()
  const send = useSend<{ started: ShownImport }>({ onDone: ({ started }) => show(started) })
  useImportProgress(shown, onNews, setFailure)
  if (!answer) return null

  function show(started: ShownImport) {
    setFailure(undefined)
    send.forget()
    setShown(started)
    setSearchParams({ import: started._id }, { replace: true })
  }

  function onNews(news: ShownImport) {
    setShown(news)
    if (isRunning(news)) return
    if (news.state === 'done' || news.state === 'undone') toast.success(news.message)
    void revalidate()
  }

  const undo = { send, page, asked: searchParams.get('undo') }
  const canBeUndone = answer.imports.some(({ _id, undoUntil }) => _id === shown?._id && undoUntil)
  return (
    <>
      <BackLink to="/seller/product-list" className="mb-2">
        Product List
      </BackLink>
      <SellerHead title={title}>
        <div className="flex flex-wrap gap-3">
          <DownloadLink href={hrefOf(importTemplate)}>Template, CSV</DownloadLink>
          <DownloadLink href={hrefOf(importTemplateXlsx)}>Template, Excel</DownloadLink>
          <DownloadLink href={hrefOf(exportProducts)}>All products, CSV</DownloadLink>
          <DownloadLink href={hrefOf(exportProductsXlsx)}>All products, Excel</DownloadLink>
        </div>
      </SellerHead>
      <SpreadsheetHint className="mb-5 max-w-184" />
      <PostRefused className="max-w-184" />
      {answer.toTry && (
        <Panel className="mb-5 grid max-w-184 gap-3 p-5 nav:px-6">
          <p className="text-sm">
            Try it with files from this demo: three new products, and a zip with their pictures.
          </p>
          <div className="flex flex-wrap gap-3">
            <DownloadLink href={hrefOf(demoImport)}>Products to try, CSV</DownloadLink>
            <DownloadLink href={hrefOf(demoImportPictures)}>Their pictures, zip</DownloadLink>
          </div>
        </Panel>
      )}
      <Panel className="max-w-184 p-5 nav:p-6">
        <HowItWorks />
        <ImportFileForm disabled={shown !== undefined && isRunning(shown)} onStarted={show} />
      </Panel>
      <Refusal message={failure} className="mt-5 max-w-184" />
      <SendFailed failed={send.failed} className="mt-5 max-w-184" />
      {shown && (
        <ImportReport shown={shown} write={send} page={page}>
          {canBeUndone && <UndoImport id={shown._id} {...undo} />}
        </ImportReport>
      )}
      <LastImports imports={answer.imports.filter(({ _id }) => _id !== shown?._id)} {...undo} />
    </>
  )
}

const HowItWorks = () => (
  <>
    <p>
      A row changes the product with its <b>sku</b> (or <b>id</b>), and adds one if that SKU is new. Only the columns
      that the file has are written: <b>sku,stock</b> alone is enough to count the stock anew. A new product needs{' '}
      <b>name</b>, <b>category</b>, <b>price</b> and <b>offerPrice</b>.
    </p>
    <p className="mt-2">
      Pictures come in a zip: the column <b>pictures</b> names its files, such as <b>front.jpg|side.jpg</b>. They take
      the place of the pictures that the product has; an empty cell leaves those. Links are not opened.
    </p>
    <p className="mt-2 text-ink-soft text-sm">
      First you see what would happen. Nothing is written until you press Import, and you can undo it for 24 hours. At
      most 20,000 rows, as .xlsx or CSV; prices in rupees.
    </p>
  </>
)

export const ErrorBoundary = () => <SellerFailed title={title} what="this page" />
