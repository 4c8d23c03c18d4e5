import { formatMonthDay } from '#shared/day.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { RecordPart } from '../../web/seller-record-part.tsx'

/** The names of both forms for the action. */
export const HOLIDAY = 'holiday'
export const NO_HOLIDAY = 'no-holiday'

interface HolidayFormProps {
  holiday: { from: string; to: string } | null
  canBeOrdered: boolean
}

/** When a producer is away, for whoever says so by telephone. */
export function HolidayForm({ holiday, canBeOrdered }: HolidayFormProps) {
  const form = useForm({
    intent: HOLIDAY,
    fields: ['from', 'to'],
    start: holiday ?? { from: '', to: '' },
    judge: () => undefined,
  })
  return (
    <RecordPart
      id="holiday-title"
      title="Holiday"
      text={
        <>
          {canBeOrdered
            ? 'What they make stays in the shop and can be ordered; shoppers read that it is sent after their return.'
            : 'What they make stays in the shop with the day of their return, and cannot be ordered meanwhile.'}{' '}
          They set it in their workshop, too.
        </>
      }
    >
      {holiday && <EndHoliday holiday={holiday} />}
      <form {...form.attributes} className="grid gap-5">
        <HiddenFields values={{ intent: HOLIDAY }} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...form.field('from')} label="First day off" type="date" />
          <TextField {...form.field('to')} label="Last day off" type="date" />
        </div>
        <Refusal message={form.message} />
        <Button
          type="submit"
          busy={form.busy}
          busyLabel="Saving"
          className="justify-self-start max-sm:w-full sm:min-w-56"
        >
          Save holiday
        </Button>
      </form>
    </RecordPart>
  )
}

function EndHoliday({ holiday: { from, to } }: { holiday: { from: string; to: string } }) {
  const { submit, busy, failed } = useSend({ intent: NO_HOLIDAY })
  return (
    <form method="post" onSubmit={submit} className="mb-5 flex flex-wrap items-center gap-3">
      <HiddenFields values={{ intent: NO_HOLIDAY }} />
      <p>{`On holiday from ${formatMonthDay(from)} to ${formatMonthDay(to)}.`}</p>
      <Button type="submit" variant="line" size="sm" busy={busy} busyLabel="Ending">
        End holiday
      </Button>
      <SendFailed failed={failed} />
    </form>
  )
}
