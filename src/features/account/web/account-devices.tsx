import { formatDay } from '#shared/day.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { SessionInfo } from '../account.contract.ts'

/** After a logout the focus goes to the section's heading. */
export function Devices({ sessions, headingId }: { sessions: SessionInfo[]; headingId: string }) {
  const { submit, busy, sent, failed } = useSend({ onDone: () => document.getElementById(headingId)?.focus() })
  const isSent = (session: SessionInfo) => sent?.get('session') === session._id
  return (
    <ul>
      {sessions.map((session) => (
        <li
          key={session._id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-3.5 first:pt-0 not-first:border-t"
        >
          <span className="min-w-0">
            <strong>{session.device}</strong>
            <span className="block text-ink-soft text-sm">
              Last used {formatDay(session.lastSeenAt)}, logged in {formatDay(session.createdAt)}
            </span>
          </span>
          {session.isThisDevice ? (
            <Pill tone="ok">This device</Pill>
          ) : (
            <form method="post" action="/account" onSubmit={submit}>
              <HiddenFields values={{ intent: 'end-session', session: session._id }} />
              <Button type="submit" variant="line" size="sm" busy={busy && isSent(session)}>
                Log out this device <span className="sr-only">({session.device})</span>
              </Button>
            </form>
          )}
          {isSent(session) && <SendFailed failed={failed} className="basis-full" />}
        </li>
      ))}
    </ul>
  )
}
