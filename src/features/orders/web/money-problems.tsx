import { formatMoment } from '#shared/day.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { useMay } from '#web/rights.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { GatewayCheck, MoneyProblem } from '../money-problems.contract.ts'

export function MoneyProblems({ problems }: { problems: readonly MoneyProblem[] }) {
  const send = useSend()
  const may = useMay()
  return problems.map((problem) => {
    const isSent = send.sent?.get('problem') === problem._id
    const { day, time } = formatMoment(problem.at)
    return (
      <Notice key={problem._id} tone="ask" className="mb-5 max-w-184 print:hidden">
        <p>{problem.text}</p>
        <p className="wrap-anywhere text-sm">
          {problem.reference}, {day}, {time}
        </p>
        {may('money') && (
          <form method="post" onSubmit={send.submit} className="mt-3 grid gap-3">
            <HiddenFields values={{ intent: 'money-problem', problem: problem._id }} />
            <TextField label="What was done" name="note" required maxLength={500} autoComplete="off" />
            <div>
              <Button type="submit" size="sm" variant="line" busy={send.busy && isSent}>
                It is seen to
              </Button>
            </div>
            {isSent && <SendFailed failed={send.failed} />}
          </form>
        )}
      </Notice>
    )
  })
}

export const GatewayChecks = ({ checks }: { checks: readonly GatewayCheck[] }) =>
  checks.map(({ provider, at, payments, gateway, books, isRight }) => {
    const { day, time } = formatMoment(at)
    return (
      <p key={provider} className="mb-4 text-sm">
        {provider} on {day} at {time}: <b className="figures">{gateway}</b> there for {payments} payments of 35 days,{' '}
        <b className="figures">{books}</b> in the books.{' '}
        {isRight ? 'They agree.' : 'They do not agree: see the problems.'}
      </p>
    )
  })
