import { Link } from 'react-router'
import { Pill } from '#web/ui/pill.tsx'
import { Connection } from '#web/ui/seller-connection.tsx'
import type { Webhook } from '../webhooks.contract.ts'
import { kindWords, waitingInWords } from './seller-webhook-words.ts'

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
  return (
    <Connection
      {...{ id: _id, page, name: url, madeAt, madeBy }}
      aside={waitingInWords(waiting)}
      state={
        state === 'failing' && (
          <p className="text-sm">
            <Pill tone="no">Fails</Pill> <span>Messages were given up, and none has arrived since.</span>
          </p>
        )
      }
      paused={pausedBy ? { why: whyPaused[pausedBy], button: 'Let it go on' } : undefined}
      ending={{
        ...{ name: 'remove', isAsked, title: 'Remove this webhook?', confirm: 'Remove' },
        text: 'Nothing is sent to it any more, and its messages are gone.',
        button: (
          <>
            Remove<span className="sr-only"> {url}</span>
          </>
        ),
      }}
      link={
        <Link to={`${page}/${_id}`} className="link flex min-h-11 items-center">
          <span>
            Messages<span className="sr-only"> to {url}</span>
          </span>
        </Link>
      }
    >
      {kinds.map((kind) => kindWords[kind]).join('. ')}
    </Connection>
  )
}
