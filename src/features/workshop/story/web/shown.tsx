import type { ReactNode } from 'react'
import { formatRupees } from '#shared/money.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { PageIcon, type PageIconName } from '#web/ui/page-icon.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import type { OwnStory } from '../story.contract.ts'
import { useStoryWords } from './use-story-words.ts'

/** What shoppers see, with the switch of what was earned, and what nobody ever sees. */
export function Shown({ consent }: Pick<OwnStory, 'consent'>) {
  const say = useStoryWords()
  return (
    <Card aria-labelledby="shown">
      <CardHead id="shown">{say.whatIsShown}</CardHead>
      <ul>
        <Row icon="check">{say.shownAlways}</Row>
        {consent && (
          <Row icon={consent.isGiven ? 'check' : 'eye-off'}>
            <Earnings {...consent} />
          </Row>
        )}
      </ul>
      <h3 className="heading-plain font-semibold text-base">{say.never}</h3>
      <ul className="text-ink-soft">
        <Row icon="lock">{say.neverPhone}</Row>
        <Row icon="lock">{say.neverBank}</Row>
      </ul>
    </Card>
  )
}

const Row = ({ icon, children }: { icon: PageIconName; children: ReactNode }) => (
  <li className="flex min-h-12 items-center gap-3 border-line py-2 not-first:border-t">
    <PageIcon name={icon} />
    <div className="min-w-0 flex-1">{children}</div>
  </li>
)

/** The consent of the ledger, too. It acts at once. */
function Earnings({ isGiven, earnings }: NonNullable<OwnStory['consent']>) {
  const say = useStoryWords()
  const { submit, busy, refused } = useSend({ intent: 'consent' })
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{say.earnings}</p>
      <p className="text-ink-soft text-sm">
        {earnings ? say.earningsAre(formatRupees(earnings.amount), earnings.orders) : say.noEarnings}
      </p>
      <form method="post" action="/workshop/story" onSubmit={submit}>
        <HiddenFields values={{ intent: 'consent', shown: isGiven ? 'no' : 'yes' }} />
        <button
          type="submit"
          role="switch"
          aria-checked={isGiven}
          aria-label={say.showEarnings}
          aria-busy={busy || undefined}
          data-on={isGiven || undefined}
          className="inline-flex min-h-12 items-center gap-2.5 before:h-6 before:w-11 before:flex-none before:rounded-full before:bg-line-strong before:bg-switch-off before:transition-colors data-on:before:bg-neem-700 data-on:before:bg-switch-on"
        >
          <span aria-hidden="true">{isGiven ? say.isOn : say.isOff}</span>
        </button>
      </form>
      <p className="text-ink-soft text-sm">{say.earningsLaw}</p>
      <Refusal message={refused?.message} />
    </div>
  )
}
