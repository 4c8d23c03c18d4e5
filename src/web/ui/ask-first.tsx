import { type ReactNode, useState } from 'react'
import { Form, Link } from 'react-router'
import type { Send } from '#web/hooks/use-send.ts'
import { Button } from './button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm.tsx'
import { HiddenFields } from './hidden-fields.tsx'

export interface AskFirstProps extends Pick<ConfirmDialogProps, 'title' | 'text' | 'confirm' | 'keep' | 'danger'> {
  send: Send
  page: string
  /** Before JavaScript has loaded the page itself asks, at `?cancel=<id>`; `keepsAt` is the page without that. */
  ask: { name: string; value: string; isAsked: boolean; keepsAt?: string }
  fields: Record<string, string>
  choices?: ReactNode
  inlineLook?: string
  className?: string
  children: (button: { type: 'submit'; name: string; value: string }) => ReactNode
}

const inRow = 'flex flex-wrap items-center gap-3'

/** Asks once before a change: in a dialog, or on the page itself before JavaScript has loaded. */
export function AskFirst({
  send,
  page,
  ask,
  fields,
  choices,
  className = '',
  inlineLook = inRow,
  children,
  ...words
}: AskFirstProps) {
  const [open, setOpen] = useState(false)
  if (ask.isAsked) {
    return (
      <form method="post" action={page} onSubmit={(event) => send.submit(event)} className={inlineLook}>
        <HiddenFields values={fields} />
        <span className="text-ink">
          <b>{words.title}</b> {words.text}
        </span>
        {choices}
        <Button type="submit" variant={words.danger ? 'danger' : 'primary'} size="sm" busy={send.busy}>
          {words.confirm}
        </Button>
        <Link to={ask.keepsAt ?? page} className="link inline-flex min-h-11 items-center">
          {words.keep}
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
        {...words}
        open={open}
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
