import { formatRupees } from '#shared/money.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { SecondYes } from '../second-yes.contract.ts'

interface DecisionProps {
  yes: Pick<SecondYes, '_id' | 'amount' | 'isYours' | 'askedBy' | 'summary'>
  page: string
}

/** Yes or no in one form; who has asked can only send it back. The server says so again. */
export function Decision({ yes: { _id, amount, isYours, askedBy, summary }, page }: DecisionProps) {
  const intent = `yes ${_id}`
  const send = useSend({ intent })
  const about = <span className="sr-only">: {summary}</span>
  return (
    <form method="post" action={page} onSubmit={send.submit} className="grid max-w-form gap-4">
      <HiddenFields values={{ intent }} />
      <p className="wrap-anywhere text-sm">
        {isYours ? (
          'You have asked for this, so somebody else says yes. You can take it back.'
        ) : (
          <>
            <span>You see this because you have the right “money” and did not ask for it. </span>
            <span>Your yes asks who you are, and does it at once. </span>
            <bdi>{askedBy.name}</bdi>
            <span> gets a mail either way.</span>
          </>
        )}
      </p>
      <SendFailed failed={send.failed} />
      <div className="flex flex-wrap gap-3">
        {!isYours && (
          <Button type="submit" name="to" value="agreed" busy={send.sending?.get('to') === 'agreed'}>
            {`Say yes, ${formatRupees(amount)}`}
            {about}
          </Button>
        )}
        <Button
          type="submit"
          name="to"
          value="sent back"
          variant="danger"
          busy={send.sending?.get('to') === 'sent back'}
        >
          {isYours ? 'Take it back' : 'Send back'}
          {about}
        </Button>
      </div>
      {!isYours && (
        <TextAreaField
          label={
            <>
              Why you send it back (only then)
              <span className="sr-only">: {summary}</span>
            </>
          }
          name="message"
          maxLength={500}
        />
      )}
    </form>
  )
}
