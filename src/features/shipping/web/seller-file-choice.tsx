import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { couriers } from '#features/orders/parcels/couriers.ts'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { TABLE_FILES } from '#web/files/table-files.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { FileColumns } from '../courier-file.contract.ts'
import { columnsOf, type FileKind } from '../courier-file.kinds.ts'
import { FilePreview, type Preview } from './seller-file-preview.tsx'
import { type ChosenFile, sendForCheck, sendForPreview } from './seller-send-file.ts'

const sentences: Readonly<Record<FileKind, string>> = {
  tracking:
    'The number of each parcel (H1024-1, as on its label) or of an order with one parcel, and its tracking number.',
  outcome: 'The tracking number of each parcel, and whether it was delivered, refused or lost.',
  cash: 'The tracking number of each parcel, and the cash that the courier hands over for it.',
}

interface FileChoiceProps {
  kind: FileKind
  /** A checked file whose columns will be changed. */
  chosen: ChosenFile | undefined
  /** Shows the columns even if remembered. */
  isChanging: boolean
  onChosen: (chosen: ChosenFile) => void
  onChecked: (id: string) => void
}

/** Chooses a file, asks for unknown columns, and has it checked. */
export function FileChoice({ kind, chosen, isChanging, onChosen, onChecked }: FileChoiceProps) {
  const hydrated = useHydrated()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<Preview>()
  const [sent, setSent] = useState<ChosenFile | undefined>(chosen)
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [sheetWanted, setSheetWanted] = useState(Boolean(chosen?.sheet))
  const errorToast = useErrorToast()
  const busy = percent !== undefined

  /** Runs an upload and shows why it failed. */
  async function run(work: () => Promise<void>) {
    setFailure(undefined)
    errorToast.forget()
    setPercent(0)
    try {
      await work()
    } catch (error) {
      setFailure(messageOf(error))
      if (error instanceof AppError && error.fields?.sheet !== undefined) setSheetWanted(true)
      errorToast.showFailure(error)
    } finally {
      setPercent(undefined)
    }
  }

  const check = async (file: ChosenFile, columns: FileColumns) => {
    onChosen(file)
    onChecked(await sendForCheck(file, columns, (done) => setPercent(toPercent(done))))
  }

  const look = (file: ChosenFile, mayCheck: boolean) =>
    run(async () => {
      setSent(file)
      const shown = await sendForPreview(file)
      setPreview(shown)
      if (mayCheck && shown.isRemembered) await check(file, shown.columns)
    })

  // A file kept by the page shows its columns at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes back to it
  useEffect(() => {
    if (chosen && isChanging) void look(chosen, false)
  }, [])

  function take() {
    const file = input.current?.files?.[0]
    if (!form.current || !file || busy) return undefined
    const said = new FormData(form.current)
    const courier = String(said.get('courier') ?? '').trim()
    const reference = String(said.get('reference') ?? '').trim()
    const shipped = kind !== 'tracking' || said.has('shipped')
    const sheet = String(said.get('sheet') ?? '').trim()
    return { file, kind, courier, sheet, shipped, reference, again: said.has('again') }
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const file = take()
    if (file) return void look(file, !isChanging)
    if (busy) return
    setFailure('Choose a CSV or .xlsx file')
    input.current?.focus()
  }

  return (
    <>
      <Panel className="mt-4 max-w-184 p-5 nav:p-6">
        <p>{sentences[kind]}</p>
        <p className="mt-1 text-ink-soft text-sm">
          A CSV or Excel file (.xlsx) as the courier sends it, at most 20,000 lines. It is shown before anything is
          booked.
        </p>
        <form ref={form} onSubmit={onSubmit} noValidate className="mt-5 grid grid-cols-1 gap-4">
          <TextField
            label="Courier"
            name="courier"
            optional
            list={`${id}-couriers`}
            maxLength={60}
            defaultValue={chosen?.courier}
            autoComplete="off"
          />
          <datalist id={`${id}-couriers`}>
            {couriers.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {kind === 'tracking' && (
            <label className="flex min-h-11 items-center gap-2.5">
              <input type="checkbox" name="shipped" defaultChecked={chosen?.shipped ?? true} className="size-5" />
              Mark them shipped, those that are packed
            </label>
          )}
          {kind === 'cash' && (
            <>
              <TextField
                label="Reference of the courier’s transfer (UTR)"
                name="reference"
                optional
                maxLength={100}
                defaultValue={chosen?.reference}
                autoComplete="off"
              />
              <label className="flex min-h-11 items-center gap-2.5">
                <input type="checkbox" name="again" defaultChecked={chosen?.again ?? false} className="size-5" />
                Another remittance, though a file that looks the same was booked
              </label>
            </>
          )}
          <div className="grid gap-1.25">
            <label htmlFor={id} className="font-semibold text-sm leading-snug">
              CSV or Excel file
            </label>
            {failure && (
              <p id={`${id}-error`} role="alert" className="font-semibold text-madder-700 text-sm">
                {failure}
              </p>
            )}
            <input
              ref={input}
              id={id}
              type="file"
              accept={TABLE_FILES}
              disabled={!hydrated}
              aria-invalid={failure ? true : undefined}
              aria-describedby={failure ? `${id}-error` : undefined}
              onChange={() => {
                const file = take()
                if (file) void look(file, !isChanging)
              }}
              className="min-h-11 w-full min-w-0 py-2"
            />
          </div>
          {sheetWanted && <TextField label="Which sheet of the file?" name="sheet" defaultValue={chosen?.sheet} />}
          {!preview && (
            <Button
              type="submit"
              variant="line"
              className="justify-self-start"
              busy={busy}
              disabled={!hydrated}
              busyLabel="Reading the file"
            >
              Show the file
            </Button>
          )}
          <noscript>
            <Notice tone="wait">This form needs JavaScript, to show the file before it is booked.</Notice>
          </noscript>
        </form>
      </Panel>
      {preview && sent && (
        <FilePreview
          key={`${sent.file.name} ${sent.file.lastModified}`}
          name={sent.file.name}
          wanted={columnsOf[kind]}
          preview={preview}
          busy={busy}
          percent={percent}
          failure={failure}
          onCheck={(columns) => run(() => check(take() ?? sent, columns))}
        />
      )}
    </>
  )
}
