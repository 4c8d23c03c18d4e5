import { namesOf } from '#features/team/team.rights.ts'
import { formatDay, momentInWords, readDay } from '#shared/day.ts'
import { Pill } from '#web/ui/pill.tsx'
import { Connection } from '#web/ui/seller-connection.tsx'
import type { ApiKey } from '../keys.contract.ts'

const paused = {
  why: 'A backup was restored, and this key may have been ended since that backup was made.',
  button: 'Let it work again',
}

interface KeyProps {
  apiKey: ApiKey
  page: string
  /** Without JavaScript the page asks whether this one is to end. */
  isAsked: boolean
}

/** One key: what it may do, when it was used, and how to end it. */
export function Key({ apiKey, page, isAsked }: KeyProps) {
  const { _id, name, rights, madeAt, madeBy, until, lastUsedAt, state } = apiKey
  return (
    <Connection
      {...{ id: _id, page, name, madeAt, madeBy }}
      aside={lastUsedAt ? `Last used ${momentInWords(lastUsedAt)}` : 'Not used yet'}
      more={until !== null && state !== 'ended' && <span>. Works until {formatDay(readDay(until))}</span>}
      state={
        state === 'ended' &&
        until !== null && (
          <p>
            <Pill tone="no">Over</Pill> <span className="text-sm">Its last day was {formatDay(readDay(until))}</span>
          </p>
        )
      }
      paused={state === 'paused' ? paused : undefined}
      ending={{
        ...{ name: 'end', isAsked, confirm: 'End the key' },
        title: (
          <>
            {'End the key '}
            <bdi>{name}</bdi>?
          </>
        ),
        text: 'The program that uses it is refused from its next call on. An ended key cannot come back.',
        button: (
          <>
            End<span className="sr-only"> the key {name}</span>
          </>
        ),
      }}
    >
      {namesOf(rights)}
    </Connection>
  )
}
