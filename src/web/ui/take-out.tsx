import { useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst, type AskFirstProps } from './ask-first.tsx'
import { Button } from './button.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { SendFailed } from './send-failed.tsx'

interface TakeOutProps extends Pick<AskFirstProps, 'title' | 'text' | 'confirm' | 'keep'> {
  isOut: boolean
  page: string
  out: string
  back: string
}

/** Leads to the page in the shop, and takes it out or brings it back. The page's action gets `take-out` or `bring-back`. */
export function TakeOut({ isOut, page, out, back, ...words }: TakeOutProps) {
  const { pathname } = useLocation()
  const [searchParams] = useSearchParams()
  const place = useRef<HTMLDivElement>(null)
  const intent = isOut ? 'bring-back' : 'take-out'
  // The pressed button has given way to the other one.
  const taking = useSend({ intent, onDone: () => place.current?.querySelector('button')?.focus() })
  return (
    <div ref={place} className="flex flex-wrap items-center gap-4">
      {!isOut && (
        <Link to={page} className="link inline-flex min-h-11 items-center text-sm">
          View in the shop
        </Link>
      )}
      <SendFailed failed={taking.failed} className="basis-full" />
      {isOut ? (
        <form method="post" onSubmit={taking.submit}>
          <HiddenFields values={{ intent }} />
          <Button type="submit" variant="line" size="sm" busy={taking.busy}>
            {back}
          </Button>
        </form>
      ) : (
        <AskFirst
          {...words}
          send={taking}
          page={pathname}
          ask={{ name: 'ask', value: 'take-out', isAsked: searchParams.has('ask') }}
          fields={{ intent }}
          danger
        >
          {(button) => (
            <Button {...button} variant="danger" size="sm">
              {out}
            </Button>
          )}
        </AskFirst>
      )}
    </div>
  )
}
