import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteLoaderData } from 'react-router'
import { backOn } from '#features/producers/holidays/holidays.rules.ts'
import { formatWeekday } from '#shared/day.ts'
import { formatRupeesShort, type Paise } from '#shared/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useLanguage } from '#web/words.tsx'
import { getOwnHoliday } from '../holiday/holiday.contract.ts'
import { GoingOnHoliday, HolidayCard } from '../holiday/web/holiday-card.tsx'
import { getToday, type WorkshopParcel } from '../parcels/parcels.contract.ts'
import { listOwnPieces } from '../products/products.contract.ts'
import { PieceTasks } from '../products/web/piece-tasks.tsx'
import { usePieceWords } from '../products/web/use-piece-words.ts'
import { getPush } from '../push/push.contract.ts'
import { PushSwitch } from '../push/web/push-switch.tsx'
import { getStory } from '../story/story.contract.ts'
import { StorySentBack } from '../story/web/story-sent-back.tsx'
import { Card, CardHead } from './card.tsx'
import { PicturedPieces } from './pictured-pieces.tsx'
import { usePages } from './use-pages.ts'
import type { loader as layoutLoader } from './workshop.layout.tsx'
import { askInWorkshop, titleIn, workshopMeta } from './workshop-page.ts'

export { WorkshopFailed as ErrorBoundary } from './workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ today }) => today),
    '/workshop',
  )

export const loader = ({ context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => {
    const [today, away, push, sentBack, low, { story }] = await Promise.all([
      api(getToday),
      api(getOwnHoliday),
      api(getPush),
      api(listOwnPieces, { query: { state: 'sent back' } }),
      api(listOwnPieces, { query: { low: '1' } }),
      api(getStory),
    ])
    return { ...today, away, push, sentBack, low, storySentBack: story.change?.sentBack, now: new Date() }
  })

/** What waits, the most urgent first. */
export default function TodayPage() {
  const today = useLoaderData<typeof loader>()
  const layout = useRouteLoaderData<typeof layoutLoader>('features/workshop/web/workshop.layout')
  const say = usePages()
  const pieces = usePieceWords()
  const language = useLanguage()
  if (!today) return null
  const { toPack, toSend, money, away, sentBack, low, storySentBack } = today
  const [firstName = ''] = (layout?.open?.person.name ?? '').split(' ')
  const tasks = [
    { ...toPack, text: say.toPack(toPack.count), button: say.pack },
    { ...toSend, text: say.toSend(toSend.count), button: say.send },
  ].filter(({ count }) => count > 0)
  return (
    <>
      <div>
        <h1 className="text-3xl">{say.hello(firstName)}</h1>
        <p className="text-ink-soft text-sm">{formatWeekday(new Date(today.now), language)}</p>
      </div>
      {away.holiday && (
        <HolidayCard
          holiday={away.holiday}
          backOn={away.backOn}
          returns={backOn(away.holiday)}
          canBeOrdered={away.canBeOrdered}
        />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="grid gap-4">
          {tasks.map((task, at) => (
            <Task key={task.text} {...task} isFirst={at === 0} />
          ))}
          <PieceTasks sentBack={sentBack} low={low} isFirst={tasks.length === 0} />
          {storySentBack && <StorySentBack sentBack={storySentBack} />}
          {tasks.length + sentBack.total + low.total === 0 && !storySentBack && (
            <Panel>
              <EmptyState title={say.allDone} text={say.allDoneText} />
            </Panel>
          )}
          <ButtonLink to="/workshop/products/new" variant="line" block>
            {pieces.addPiece}
          </ButtonLink>
        </div>
        <div className="grid gap-4">
          {money && <Due {...money} />}
          {!away.holiday && <GoingOnHoliday />}
          <PushSwitch push={today.push} />
        </div>
      </div>
    </>
  )
}

function Due({ due, later }: { due: Paise; later: Paise }) {
  const say = usePages()
  return (
    <Card>
      <CardHead>{say.due}</CardHead>
      <p className="figures font-display text-3xl">{formatRupeesShort(due)}</p>
      {later > 0 && <p className="text-ink-soft text-sm">{say.dueLater(formatRupeesShort(later))}</p>}
      <Link to="/workshop/money" className="link grid min-h-12 items-center justify-self-start">
        {say.saleBySale}
      </Link>
    </Card>
  )
}

interface TaskProps {
  count: number
  text: string
  button: string
  parcels: WorkshopParcel[]
  isFirst: boolean
}

function Task({ count, text, button, parcels, isFirst }: TaskProps) {
  const [first] = parcels
  return (
    <Card>
      <h2 className="flex items-baseline gap-3 heading-plain pr-14 text-lg">
        <span className="figures font-display text-4xl text-neel-700">{count}</span> <span>{text}</span>
      </h2>
      <PicturedPieces items={parcels.flatMap(({ items }) => items).slice(0, 3)} />
      {first && (
        <ButtonLink to={`/workshop/parcels/${first._id}`} variant={isFirst ? 'primary' : 'line'} block>
          {button}
        </ButtonLink>
      )}
    </Card>
  )
}
