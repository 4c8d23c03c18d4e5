import { hrefOf } from '#shared/endpoint.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button, DownloadLink } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PasswordAgain } from '#web/ui/password-again.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { exportBankFile, exportBankFileXlsx } from '../payouts.contract.ts'

/** The bank's file, for ten minutes after the password. */
export function BankFile({ run, isProved }: { run: number; isProved: boolean }) {
  const { submit, busy, failed } = useSend({ intent: 'prove' })
  const of = { params: { id: `${run}` } }
  if (isProved)
    return (
      <p className="mb-5 flex flex-wrap gap-3">
        <DownloadLink href={hrefOf(exportBankFile, of)}>Bank file</DownloadLink>
        <DownloadLink href={hrefOf(exportBankFileXlsx, of)}>Bank file, Excel</DownloadLink>
      </p>
    )
  return (
    <Panel aria-label="Bank file" className="mb-5 p-4 nav:px-6">
      <form method="post" onSubmit={submit} className="grid max-w-form gap-3">
        <HiddenFields values={{ intent: 'prove' }} />
        <PasswordAgain />
        <SendFailed failed={failed} />
        <Button type="submit" variant="line" busy={busy} className="sm:justify-self-start">
          Show the bank file
        </Button>
      </form>
    </Panel>
  )
}
