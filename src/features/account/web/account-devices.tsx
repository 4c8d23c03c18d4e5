import { useState } from 'react'
import { toast } from 'react-hot-toast'
import { Form, useRevalidator } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { endSession, SessionInfo } from '../account.contract.ts'

/** The devices that are logged in. After one is logged out the focus goes to the section's heading. */
export function Devices({ sessions, headingId }: { sessions: SessionInfo[]; headingId: string }) {
  const { revalidate } = useRevalidator()
  const { busy, failed, act } = useAct()
  const [pressed, setPressed] = useState<string>()

  function logOut(id: string) {
    setPressed(id)
    return act(async () => {
      const { message } = await call<typeof endSession>('DELETE /api/user/sessions/:id', { params: { id } })
      await revalidate()
      toast.success(message)
      document.getElementById(headingId)?.focus()
    })
  }

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
            <Form
              method="post"
              action="/account"
              onSubmit={(event) => {
                event.preventDefault()
                logOut(session._id)
              }}
            >
              <input type="hidden" name="intent" value="end-session" />
              <input type="hidden" name="session" value={session._id} />
              <Button
                type="submit"
                variant="line"
                size="sm"
                busy={busy && pressed === session._id}
                className="min-h-11"
              >
                Log out this device <span className="sr-only">({session.device})</span>
              </Button>
            </Form>
          )}
          {pressed === session._id && <ActFailed failed={failed} className="basis-full" />}
        </li>
      ))}
    </ul>
  )
}
