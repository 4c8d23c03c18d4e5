import { type ReactNode, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from './ask-first.tsx'
import { Button } from './button.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { SendFailed } from './send-failed.tsx'

interface TakeOutProps {
  isOut: boolean
  /** "Archive". */
  out: string
  /** "Bring back". */
  back: string
  title: ReactNode
  text: string
  confirm: string
  keep: string
}

/** Takes something out of the shop after asking once, and back: `intent` is `take-out` or `bring-back` for the page's action. */
export function TakeOut({ isOut, out, back, ...words }: TakeOutProps) {
  const { pathname } = useLocation()
  const [searchParams] = useSearchParams()
  const place = useRef<HTMLDivElement>(null)
  // The pressed button has given way to the other one.
  const taking = useSend({ onDone: () => place.current?.querySelector('button')?.focus() })
  return (
    <div ref={place} className="contents">
      <SendFailed failed={taking.failed} className="basis-full" />
      {isOut ? (
        <form method="post" onSubmit={taking.submit}>
          <HiddenFields values={{ intent: 'bring-back' }} />
          <Button type="submit" variant="line" size="sm" busy={taking.busy} className="min-h-11">
            {back}
          </Button>
        </form>
      ) : (
        <AskFirst
          {...words}
          send={taking}
          page={pathname}
          ask={{ name: 'ask', value: 'take-out', isAsked: searchParams.has('ask') }}
          fields={{ intent: 'take-out' }}
          danger
        >
          {(button) => (
            <Button {...button} variant="danger" size="sm" className="min-h-11">
              {out}
            </Button>
          )}
        </AskFirst>
      )}
    </div>
  )
}
