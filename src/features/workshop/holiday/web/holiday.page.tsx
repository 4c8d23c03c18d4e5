import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { backOn } from '#features/producers/holidays/holidays.rules.ts'
import { indianDay } from '#shared/day.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Card } from '../../web/card.tsx'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import { endOwnHoliday, getOwnHoliday, setOwnHoliday } from '../holiday.contract.ts'
import { HolidayCard } from './holiday-card.tsx'
import { useHolidayWords } from './use-holiday-words.ts'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ holiday }) => holiday),
    '/workshop/holiday',
  )

export const loader = ({ context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => ({ ...(await api(getOwnHoliday)), today: indianDay(new Date()) }))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const body = { from: formText(form, 'from'), to: formText(form, 'to') }
    const { message } =
      formText(form, 'intent') === 'end' ? await api(endOwnHoliday) : await api(setOwnHoliday, { body })
    return { message, back: '/workshop/holiday' }
  })

/** Days off: those that are noted, and a form for others. */
export default function HolidayPage() {
  const answer = useLoaderData<typeof loader>()
  const say = useHolidayWords()
  if (!answer) return null
  const { holiday, canBeOrdered, today } = answer
  return (
    <>
      <h1 className="text-3xl">{say.holiday}</h1>
      {holiday && (
        <HolidayCard holiday={holiday} backOn={answer.backOn} returns={backOn(holiday)} canBeOrdered={canBeOrdered} />
      )}
      <HolidayForm key={JSON.stringify(holiday)} start={holiday ?? { from: '', to: '' }} today={today} />
    </>
  )
}

function HolidayForm({ start, today }: { start: { from: string; to: string }; today: string }) {
  const say = useHolidayWords()
  const form = useForm({
    intent: 'holiday',
    fields: ['from', 'to'],
    start,
    judge: () => undefined,
  })
  return (
    <Card aria-labelledby="days-off">
      <h2 id="days-off" className="sr-only">
        {say.holiday}
      </h2>
      <p className="pr-14">{say.text}</p>
      <form {...form.attributes} className="grid gap-4">
        <HiddenFields values={{ intent: 'holiday' }} />
        <Refusal message={form.message} />
        <TextField {...form.field('from')} label={say.from} type="date" />
        <TextField {...form.field('to')} label={say.to} type="date" min={today} />
        <Button type="submit" block busy={form.busy} busyLabel={say.saving}>
          {say.save}
        </Button>
      </form>
    </Card>
  )
}
