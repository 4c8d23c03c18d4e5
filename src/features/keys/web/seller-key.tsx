import { namesOf } from '#features/team/team.rights.ts'
import { formatDay, momentInWords, readDay } from '#shared/day.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { ApiKey } from '../keys.contract.ts'

interface KeyProps {
  apiKey: ApiKey
  page: string
  /** Without JavaScript the page asks whether this one is to end. */
  isAsked: boolean
}

/** One key: what it may do, when it was used, and how to end it. */
export function Key({ apiKey, page, isAsked }: KeyProps) {
  const { _id, name, rights, madeAt, madeBy, until, lastUsedAt, state } = apiKey
  const ending = useSend({ intent: `end ${_id}` })
  const resuming = useSend({ intent: `resume ${_id}` })
  return (
    <li className="grid gap-2 border-line px-4 py-4 not-first:border-t nav:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 className="heading-plain wrap-anywhere min-w-0 font-semibold text-base">
          <bdi>{name}</bdi>
        </h3>
        <p className="text-ink-soft text-sm">
          {lastUsedAt ? `Last used ${momentInWords(lastUsedAt)}` : 'Not used yet'}
        </p>
      </div>
      <p>{namesOf(rights)}</p>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <span>Made {momentInWords(madeAt)}</span>
        {madeBy !== '' && (
          <>
            <span> by </span>
            <bdi>{madeBy}</bdi>
          </>
        )}
        {until !== null && state !== 'ended' && <span>. Works until {formatDay(readDay(until))}</span>}
      </p>
      {state === 'ended' && until !== null && (
        <p>
          <Pill tone="no">Over</Pill> <span className="text-sm">Its last day was {formatDay(readDay(until))}</span>
        </p>
      )}
      {state === 'paused' && (
        <form method="post" action={page} onSubmit={resuming.submit} className="grid max-w-form gap-3">
          <p className="text-sm">
            <Pill tone="wait">Paused</Pill>{' '}
            <span>A backup was restored, and this key may have been ended since that backup was made.</span>
          </p>
          <HiddenFields values={{ intent: `resume ${_id}` }} />
          <SendFailed failed={resuming.failed} />
          <Button type="submit" variant="line" busy={resuming.busy} className="justify-self-start">
            Let it work again<span className="sr-only">: {name}</span>
          </Button>
        </form>
      )}
      <div>
        <AskFirst
          send={ending}
          page={page}
          ask={{ name: 'end', value: _id, isAsked }}
          fields={{ intent: `end ${_id}` }}
          title={
            <>
              {'End the key '}
              <bdi>{name}</bdi>?
            </>
          }
          text="The program that uses it is refused from its next call on. An ended key cannot come back."
          confirm="End the key"
          keep="Keep"
          danger
        >
          {(button) => (
            <Button {...button} variant="quiet" size="sm" className="min-h-11">
              End<span className="sr-only"> the key {name}</span>
            </Button>
          )}
        </AskFirst>
      </div>
      <SendFailed failed={ending.failed} />
    </li>
  )
}
