import { Link } from 'react-router'
import { momentInWords } from '#shared/day.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Webhook } from '../webhooks.contract.ts'
import { kindWords } from './seller-webhook-words.ts'

const whyPaused = {
  restore: 'A backup was restored, and this webhook may have been removed since that backup was made.',
  failures: 'Too many messages in a row could not be delivered. What waits is sent once it goes on.',
}

interface RowProps {
  webhook: Webhook
  page: string
  /** Without JavaScript the page asks whether this one is to be removed. */
  isAsked: boolean
}

/** One webhook: what it is told, how it is, its messages, and how to remove it. */
export function WebhookRow({ webhook, page, isAsked }: RowProps) {
  const { _id, url, kinds, madeAt, madeBy, state, pausedBy, waiting } = webhook
  const removing = useSend({ intent: `remove ${_id}` })
  const resuming = useSend({ intent: `resume ${_id}` })
  return (
    <li className="grid gap-2 border-line px-4 py-4 not-first:border-t nav:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 className="heading-plain wrap-anywhere min-w-0 font-semibold text-base">
          <bdi>{url}</bdi>
        </h3>
        <p className="text-ink-soft text-sm">{waiting === 1 ? '1 message waits' : `${waiting} messages wait`}</p>
      </div>
      <p>{kinds.map((kind) => kindWords[kind]).join('. ')}</p>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <span>Made {momentInWords(madeAt)}</span>
        {madeBy !== '' && (
          <>
            <span> by </span>
            <bdi>{madeBy}</bdi>
          </>
        )}
      </p>
      {state === 'failing' && (
        <p className="text-sm">
          <Pill tone="no">Fails</Pill> <span>Messages were given up, and none has arrived since.</span>
        </p>
      )}
      {pausedBy && (
        <form method="post" action={page} onSubmit={resuming.submit} className="grid max-w-form gap-3">
          <p className="text-sm">
            <Pill tone="wait">Paused</Pill> <span>{whyPaused[pausedBy]}</span>
          </p>
          <HiddenFields values={{ intent: `resume ${_id}` }} />
          <SendFailed failed={resuming.failed} />
          <Button type="submit" variant="line" busy={resuming.busy} className="justify-self-start">
            Let it go on<span className="sr-only">: {url}</span>
          </Button>
        </form>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Link to={`${page}/${_id}`} className="link flex min-h-11 items-center">
          <span>
            Messages<span className="sr-only"> to {url}</span>
          </span>
        </Link>
        <AskFirst
          send={removing}
          page={page}
          ask={{ name: 'remove', value: _id, isAsked }}
          fields={{ intent: `remove ${_id}` }}
          title="Remove this webhook?"
          text="Nothing is sent to it any more, and its messages are gone."
          confirm="Remove"
          keep="Keep"
          danger
        >
          {(button) => (
            <Button {...button} variant="quiet" size="sm" className="min-h-11">
              Remove<span className="sr-only"> {url}</span>
            </Button>
          )}
        </AskFirst>
      </div>
      <SendFailed failed={removing.failed} />
    </li>
  )
}
