import { useForm } from '#web/hooks/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import { useHolidayWords } from './use-holiday-words.ts'

interface HolidayCardProps {
  holiday: { from: string; to: string }
  /** The day of the return of who is away today, else null: it is still to come. */
  backOn: string | null
  returns: string
  canBeOrdered: boolean
}

/** When the holiday is and what it means; and its end. */
export function HolidayCard({ holiday, backOn, returns, canBeOrdered }: HolidayCardProps) {
  const say = useHolidayWords()
  const form = useForm({ intent: 'end', fields: [], judge: () => undefined })
  return (
    <Card aria-labelledby="holiday-now">
      <CardHead id="holiday-now">{backOn ? say.onHoliday : say.planned}</CardHead>
      <p>{say.days(holiday)}</p>
      <p className="text-ink-soft text-sm">{canBeOrdered ? say.openMeanwhile(returns) : say.shutUntil(returns)}</p>
      <p className="text-ink-soft text-sm">{say.openParcels}</p>
      <form {...form.attributes} action="/workshop/holiday" className="grid gap-3">
        <HiddenFields values={{ intent: 'end' }} />
        <Refusal message={form.message} />
        <Button type="submit" variant="line" block busy={form.busy} busyLabel={say.ending}>
          {backOn ? say.end : say.takeBack}
        </Button>
      </form>
    </Card>
  )
}

/** For who is not on holiday. */
export function GoingOnHoliday() {
  const say = useHolidayWords()
  return (
    <Card aria-labelledby="going">
      <CardHead id="going">{say.going}</CardHead>
      <p className="text-ink-soft text-sm">{say.goingText}</p>
      <ButtonLink to="/workshop/holiday" variant="line" block>
        {say.set}
      </ButtonLink>
    </Card>
  )
}
