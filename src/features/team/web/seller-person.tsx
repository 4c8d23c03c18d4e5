import type { SessionInfo } from '#features/account/account.contract.ts'
import { formatMoment } from '#shared/day.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Teammate } from '../team.contract.ts'
import { namesOf } from '../team.rights.ts'
import { RightTicks } from './seller-rights.tsx'

interface PersonProps {
  person: Teammate
  page: string
  /** Without JavaScript the page asks whether this one is to go. */
  isAsked: boolean
}

const summaryLook = 'link min-h-11 w-fit cursor-pointer content-center'

const moment = (at: Date) => {
  const { day, time } = formatMoment(at)
  return `${day}, ${time}`
}

/** One of the team, or who is invited: rights, devices, and how to remove them. */
export function TeamPerson({ person, page, isAsked }: PersonProps) {
  const { _id, email, rights, state, isYou, sessions } = person
  const name = person.name || email
  const saving = useSend({ intent: `rights ${_id}` })
  const removing = useSend({ intent: `remove ${_id}` })
  const isIn = state === 'in'
  const remove = isIn ? 'Remove' : 'Take back'
  return (
    <li className="grid gap-2 border-line px-4 py-4 not-first:border-t nav:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="wrap-anywhere min-w-0">
          <h3 className="heading-plain font-semibold text-base">
            <bdi>{name}</bdi>
          </h3>
          <p className="text-ink-soft text-sm">
            <bdi>{person.name === '' ? 'Made by the settings' : email}</bdi>
            {isYou && <span>, you</span>}
          </p>
        </div>
        <State person={person} />
      </div>
      <p>{namesOf(rights)}</p>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-1">
        <details className="text-sm open:basis-full open:pb-3">
          <summary className={summaryLook}>
            Change rights
            <span className="sr-only"> of {name}</span>
          </summary>
          <form method="post" action={page} onSubmit={saving.submit} className="mt-2 grid max-w-form gap-3">
            <HiddenFields values={{ intent: `rights ${_id}` }} />
            <RightTicks key={rights.join()} own={rights} />
            <SendFailed failed={saving.failed} />
            <Button type="submit" variant="line" busy={saving.busy} className="justify-self-start">
              Save rights<span className="sr-only"> of {name}</span>
            </Button>
          </form>
        </details>
        {sessions.length > 0 && <Devices person={person} name={name} page={page} />}
        <AskFirst
          send={removing}
          page={page}
          ask={{ name: 'remove', value: _id, isAsked }}
          fields={{ intent: `remove ${_id}` }}
          title={
            <>
              {isIn ? 'Remove ' : 'Take back the invitation of '}
              <bdi>{name}</bdi>?
            </>
          }
          text={isIn ? 'They are logged out at once, everywhere, and stay out.' : 'The link stops to work at once.'}
          confirm={remove}
          keep={isIn ? 'Keep' : 'Leave it'}
          danger
        >
          {(button) => (
            <Button {...button} variant="quiet" size="sm" className="min-h-11">
              {remove}
              <span className="sr-only">{isIn ? ` ${name}` : ` the invitation of ${name}`}</span>
            </Button>
          )}
        </AskFirst>
      </div>
      <SendFailed failed={removing.failed} />
    </li>
  )
}

function State({ person: { state, lastSeenAt, invitedUntil } }: { person: Teammate }) {
  if (state === 'invited' && invitedUntil)
    return (
      <span className="text-ink-soft text-sm">
        <Pill tone={invitedUntil > new Date() ? 'wait' : 'no'}>Invited</Pill>{' '}
        <span className="block pt-1">
          {invitedUntil > new Date()
            ? `The link works until ${moment(invitedUntil)}`
            : 'The link is too old: invite again'}
        </span>
      </span>
    )
  return (
    <span className="text-ink-soft text-sm">{lastSeenAt ? `Last here ${moment(lastSeenAt)}` : 'Not logged in'}</span>
  )
}

interface DevicesProps {
  person: Teammate
  name: string
  page: string
}

function Device({ session, person, page }: { session: SessionInfo; person: string; page: string }) {
  const intent = `device ${person} ${session._id}`
  const ending = useSend({ intent })
  return (
    <li>
      <span>{session.device}</span>, <span className="text-ink-soft">last used {moment(session.lastSeenAt)}</span>
      {session.isThisDevice ? (
        <span>. This one</span>
      ) : (
        <form method="post" action={page} onSubmit={ending.submit}>
          <HiddenFields values={{ intent }} />
          <SendFailed failed={ending.failed} />
          <Button type="submit" variant="quiet" size="sm" busy={ending.busy} className="-ml-3 min-h-11">
            Log out<span className="sr-only"> {session.device}</span>
          </Button>
        </form>
      )}
    </li>
  )
}

function Devices({ person: { _id, sessions }, name, page }: DevicesProps) {
  const ending = useSend({ intent: `sessions ${_id}` })
  const hasOthers = sessions.some(({ isThisDevice }) => !isThisDevice)
  return (
    <details className="text-sm open:basis-full open:pb-3">
      <summary className={summaryLook}>
        {sessions.length === 1 ? 'One device' : `${sessions.length} devices`}
        <span className="sr-only"> of {name}</span>
      </summary>
      <ul className="mt-1 mb-3 grid gap-1">
        {sessions.map((session) => (
          <Device key={session._id} {...{ session, person: _id, page }} />
        ))}
      </ul>
      {hasOthers && (
        <form method="post" action={page} onSubmit={ending.submit} className="grid max-w-form gap-3">
          <HiddenFields values={{ intent: `sessions ${_id}` }} />
          <SendFailed failed={ending.failed} />
          <Button type="submit" variant="line" size="sm" busy={ending.busy} className="min-h-11 justify-self-start">
            Log out everywhere<span className="sr-only">: {name}</span>
          </Button>
        </form>
      )}
    </details>
  )
}
