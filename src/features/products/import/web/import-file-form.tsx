import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { AppError } from '#shared/app-error.ts'
import { toPercent } from '#shared/numbers.ts'
import { messageOf } from '#web/call.ts'
import { TABLE_FILES } from '#web/files/table-files.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type ShownImport, sendImport } from './send-import.ts'

interface ImportFileFormProps {
  disabled: boolean
  onStarted: (started: ShownImport) => void
}

export function ImportFileForm({ disabled, onStarted }: ImportFileFormProps) {
  const hydrated = useHydrated()
  const csv = useRef<HTMLInputElement>(null)
  const zip = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  /** The file has several sheets, so one is asked for. */
  const [sheetWanted, setSheetWanted] = useState(false)
  const [sheet, setSheet] = useState('')
  const errorToast = useErrorToast()
  const busy = percent !== undefined

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || disabled) return
    const file = csv.current?.files?.[0]
    if (!file) {
      setFailure('Choose a CSV or .xlsx file')
      csv.current?.focus()
      return
    }
    setFailure(undefined)
    errorToast.forget()
    setPercent(0)
    try {
      const files = [file, ...(zip.current?.files ?? [])]
      onStarted(await sendImport(files, sheet, (done) => setPercent(toPercent(done))))
    } catch (error) {
      setFailure(messageOf(error))
      setSheetWanted(error instanceof AppError && error.fields?.sheet !== undefined)
      errorToast.showFailure(error)
    } finally {
      setPercent(undefined)
    }
  }

  return (
    <form onSubmit={onSubmit} noValidate className="mt-5 grid grid-cols-1 justify-items-start gap-3">
      <FileField ref={csv} id="csv" label="CSV or Excel file" accept={TABLE_FILES} error={failure} required />
      {sheetWanted && (
        <TextField
          label="Which sheet of the file?"
          name="sheet"
          value={sheet}
          onChange={(event) => setSheet(event.currentTarget.value)}
          className="w-full"
        />
      )}
      <FileField
        ref={zip}
        id="zip"
        label="Zip with the pictures (optional)"
        accept=".zip,application/zip"
        hint="At most 200 MB and 2,000 pictures of at most 10 MB each."
      />
      <Button
        type="submit"
        busy={busy}
        disabled={!hydrated || disabled}
        busyLabel={percent === 100 ? 'Nearly there' : `Uploading ${percent ?? 0}%`}
      >
        Check the file
      </Button>
      <noscript>
        <Notice tone="wait">This form needs JavaScript, to show how far it is.</Notice>
      </noscript>
    </form>
  )
}

interface FileFieldProps {
  ref: RefObject<HTMLInputElement | null>
  id: string
  label: string
  accept: string
  hint?: string
  error?: string | undefined
  required?: boolean
}

function FileField({ ref, id, label, accept, hint, error, required }: FileFieldProps) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid w-full gap-1">
      <label htmlFor={id} className="font-semibold text-sm leading-snug">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-mute text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="font-semibold text-madder-700 text-sm">
          {error}
        </p>
      )}
      <input
        ref={ref}
        id={id}
        type="file"
        name={id}
        required={required}
        accept={accept}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className="min-h-11 w-full min-w-0 py-2"
      />
    </div>
  )
}
