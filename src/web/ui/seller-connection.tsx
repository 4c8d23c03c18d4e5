import type { ReactNode } from 'react'
import { momentInWords } from '#shared/day.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from './ask-first.tsx'
import { Button } from './button.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { Pill } from './pill.tsx'
import { SendFailed } from './send-failed.tsx'

interface ConnectionProps {
  id: string
  page: string
  name: string
  /** At the right of the name. */
  aside: string
  madeAt: Date
  /** '': they are not in the team any more. */
  madeBy: string
  /** Behind who made it and when. */
  more?: ReactNode
  /** Why it is paused, and the button that lets it go on. */
  paused?: { why: string; button: string } | undefined
  ending: {
    /** The first word of the form's intent, and the address's parameter by which the page asks without JavaScript. */
    name: string
    isAsked: boolean
    title: ReactNode
    text: string
    confirm: string
    button: ReactNode
  }
  /** Beside the button that ends it. */
  link?: ReactNode
  /** What it may do or is told. */
  children: ReactNode
  /** How it is. */
  state?: ReactNode
}

/** One program that works with the shop: a key or a webhook, how it is, and how to end it. */
export function Connection({
  id,
  page,
  name,
  aside,
  madeAt,
  madeBy,
  more,
  paused,
  ending,
  link,
  ...parts
}: ConnectionProps) {
  const intent = `${ending.name} ${id}`
  const send = useSend({ intent })
  const resuming = useSend({ intent: `resume ${id}` })
  return (
    <li className="grid gap-2 border-line px-4 py-4 not-first:border-t nav:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 className="heading-plain wrap-anywhere min-w-0 font-semibold text-base">
          <bdi>{name}</bdi>
        </h3>
        <p className="text-ink-soft text-sm">{aside}</p>
      </div>
      <p>{parts.children}</p>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <span>Made {momentInWords(madeAt)}</span>
        {madeBy !== '' && (
          <>
            <span> by </span>
            <bdi>{madeBy}</bdi>
          </>
        )}
        {more}
      </p>
      {parts.state}
      {paused && (
        <form method="post" action={page} onSubmit={resuming.submit} className="grid max-w-form gap-3">
          <p className="text-sm">
            <Pill tone="wait">Paused</Pill> <span>{paused.why}</span>
          </p>
          <HiddenFields values={{ intent: `resume ${id}` }} />
          <SendFailed failed={resuming.failed} />
          <Button type="submit" variant="line" busy={resuming.busy} className="justify-self-start">
            {paused.button}
            <span className="sr-only">: {name}</span>
          </Button>
        </form>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {link}
        <AskFirst
          send={send}
          page={page}
          ask={{ name: ending.name, value: id, isAsked: ending.isAsked }}
          fields={{ intent }}
          title={ending.title}
          text={ending.text}
          confirm={ending.confirm}
          keep="Keep"
          danger
        >
          {(button) => (
            <Button {...button} variant="quiet" size="sm" className="min-h-11">
              {ending.button}
            </Button>
          )}
        </AskFirst>
      </div>
      <SendFailed failed={send.failed} />
    </li>
  )
}
