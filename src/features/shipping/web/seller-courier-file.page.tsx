import { useState } from 'react'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { DownloadLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { FilterChips } from '#web/ui/seller-list-search.tsx'
import { SpreadsheetHint } from '#web/ui/spreadsheet-hint.tsx'
import { bookCourierFile, demoCourierFile, getCourierFile, listCourierFiles } from '../courier-file.contract.ts'
import { type FileKind, fileKindNames, fileKinds } from '../courier-file.kinds.ts'
import { BookedFiles } from './seller-booked-files.tsx'
import { CheckedFileView } from './seller-checked-file.tsx'
import { FileChoice } from './seller-file-choice.tsx'
import type { ChosenFile } from './seller-send-file.ts'

const title = 'Courier’s file'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/courier-file')

/** `?file=` is a checked file; without it one is chosen. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('file')
  return askAsSeller(context, async (api) => {
    const { files, toTry } = await api(listCourierFiles)
    if (!id) return { files, toTry, checked: undefined, isGone: false }
    try {
      return { files, toTry, checked: await api(getCourierFile, { params: { id } }), isGone: false }
    } catch (error) {
      if (error instanceof AppError && (error.status === 404 || error.status === 400))
        return { files, toTry, checked: undefined, isGone: true }
      throw error
    }
  })
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const { _id, message } = await api(bookCourierFile, { params: { id: formText(form, 'file') } })
    const { searchParams } = new URL(args.url)
    const address = `/seller/courier-file?file=${_id}`
    // Shows the earlier file of the same content.
    return searchParams.get('file') === _id ? { message, back: address } : { message, to: address, isInPlace: true }
  })

const kindOf = (name: string | null): FileKind => fileKinds.find((kind) => kind === name) ?? 'tracking'

export default function SellerCourierFilePage() {
  const answer = useLoaderData<typeof loader>()
  const [searchParams, setSearchParams] = useSearchParams()
  /** The file stays for changing its columns. */
  const [chosen, setChosen] = useState<ChosenFile>()
  /** The id of a file that was checked here, not opened by a link: the page moves to it. */
  const [arrived, setArrived] = useState<string>()
  if (!answer) return null
  const { files, toTry, checked, isGone } = answer
  if (checked)
    return (
      <CheckedFileView
        key={checked._id}
        checked={checked}
        isNew={arrived === checked._id}
        onChange={() => setSearchParams({ kind: checked.kind, columns: 'choose' })}
      />
    )
  const kind = kindOf(searchParams.get('kind'))
  return (
    <>
      <BackLink to="/seller/orders" className="mb-2">
        Orders
      </BackLink>
      <SellerHead title={title} text="Tracking numbers, deliveries and cash, many parcels at once" />
      {isGone && (
        <Notice tone="ask" role="status" className="mb-5">
          This check is not there any more. Choose the file again; nothing of it is booked twice.
        </Notice>
      )}
      <FilterChips
        label="What the file tells"
        name="kind"
        choices={fileKinds.map((one) => ({ value: one === 'tracking' ? '' : one, text: fileKindNames[one] }))}
      />
      {toTry.includes(kind) && <FileToTry kind={kind} />}
      <FileChoice
        key={kind}
        kind={kind}
        chosen={chosen?.kind === kind ? chosen : undefined}
        isChanging={searchParams.get('columns') === 'choose'}
        onChosen={setChosen}
        onChecked={(id) => {
          setArrived(id)
          setSearchParams({ file: id })
        }}
      />
      <BookedFiles files={files} />
    </>
  )
}

const toSee: Readonly<Record<FileKind, string>> = {
  tracking: 'The demo’s file has numbers for the parcels that wait to be sent.',
  outcome: 'The demo’s file says what became of the parcels on their way. One was refused.',
  cash: 'The demo’s file has the cash of delivered parcels. One amount is short, and one parcel is not ours.',
}

const FileToTry = ({ kind }: { kind: FileKind }) => (
  <Panel className="mt-4 flex max-w-184 flex-wrap items-center justify-between gap-3 p-5 nav:px-6">
    <p className="min-w-0 text-sm">{toSee[kind]}</p>
    <DownloadLink href={hrefOf(demoCourierFile, { query: { kind } })}>Try it with a file from this demo</DownloadLink>
    <SpreadsheetHint isCsvAlone className="w-full" />
  </Panel>
)

export const ErrorBoundary = () => <SellerFailed title={title} what="couriers’ files" />
