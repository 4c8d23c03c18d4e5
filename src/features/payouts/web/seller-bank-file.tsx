import { hrefOf } from '#shared/endpoint.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button, DownloadLink } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { exportBankFile, exportBankFileXlsx } from '../payouts.contract.ts'

/** The bank's file, for ten minutes after a proof of who is there. */
export function BankFile({ run, isProved }: { run: number; isProved: boolean }) {
  const { submit, busy, failed } = useSend({ intent: 'bank file' })
  const of = { params: { id: `${run}` } }
  if (isProved)
    return (
      <p className="mb-5 flex flex-wrap gap-3">
        <DownloadLink href={hrefOf(exportBankFile, of)}>Bank file</DownloadLink>
        <DownloadLink href={hrefOf(exportBankFileXlsx, of)}>Bank file, Excel</DownloadLink>
      </p>
    )
  return (
    <form method="post" onSubmit={submit} className="mb-5 grid gap-3">
      <HiddenFields values={{ intent: 'bank file' }} />
      <SendFailed failed={failed} />
      <Button type="submit" variant="line" busy={busy} className="sm:justify-self-start">
        Show the bank file
      </Button>
    </form>
  )
}
