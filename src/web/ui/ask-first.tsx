import { type ReactNode, useState } from 'react'
import { Form, Link } from 'react-router'
import type { Send } from '#web/hooks/use-send.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm.tsx'
import { HiddenFields } from './hidden-fields.tsx'

interface AskFirstProps {
  send: Send
  /** The page: its action does it. */
  page: string
  /** Before JavaScript has loaded the page itself asks, at `?cancel=<id>`; `keepsAt` is the page without that. */
  ask: { name: string; value: string; isAsked: boolean; keepsAt?: string }
  /** What is sent: the intent, and what it is about. */
  fields: Record<string, string>
  title: ReactNode
  text?: ReactNode
  /** What else is chosen before it is done. */
  choices?: ReactNode
  /** The act, in its own words: "Cancel order". */
  confirm: string
  /** The way back: "Keep order". */
  keep: string
  danger?: boolean
  /** Of the form that asks on the page itself. */
  inlineLook?: string
  className?: string
  /** The button that asks. */
  children: (button: { type: 'submit'; name: string; value: string }) => ReactNode
}

const inRow = 'flex flex-wrap items-center gap-3'

/** A change that asks once before it is made: in a dialog, or on the page itself before JavaScript has loaded. */
export function AskFirst({ send, page, ask, fields, choices, children, ...words }: AskFirstProps) {
  const { title, text, confirm, keep, danger = false, className = '', inlineLook = inRow } = words
  const [open, setOpen] = useState(false)
  if (ask.isAsked) {
    return (
      <form method="post" action={page} onSubmit={(event) => send.submit(event)} className={inlineLook}>
        <HiddenFields values={fields} />
        <span className="text-ink">
          <b>{title}</b> {text}
        </span>
        {choices}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} size="sm" busy={send.busy} className="min-h-11">
          {confirm}
        </Button>
        <Link to={ask.keepsAt ?? page} className="link inline-flex min-h-11 items-center">
          {keep}
        </Link>
      </form>
    )
  }
  return (
    <>
      <Form
        action={page}
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
        className={className}
      >
        {children({ type: 'submit', name: ask.name, value: ask.value })}
      </Form>
      <ConfirmDialog
        open={open}
        title={title}
        text={text}
        confirm={confirm}
        keep={keep}
        danger={danger}
        busy={send.busy}
        page={page}
        onConfirm={(event) => send.submit(event, () => setOpen(false))}
        onClose={() => setOpen(false)}
      >
        <HiddenFields values={fields} />
        {choices}
      </ConfirmDialog>
    </>
  )
}
