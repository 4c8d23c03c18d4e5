import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

export interface ConfirmDialogProps {
  open: boolean
  /** Names of people in it stand in `bdi`. */
  title: ReactNode
  text?: ReactNode
  /** The act, in its own words: "Cancel order". */
  confirm: string
  /** "Keep order". It has the focus when the act cannot be undone. */
  keep: string
  danger?: boolean
  busy?: boolean
  page?: string
  onConfirm: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children?: ReactNode
}

export function ConfirmDialog({
  open,
  page,
  title,
  text,
  confirm,
  keep,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const heading = useId()
  return (
    <Modal open={open} onClose={onClose} labelledBy={heading} className="sm:max-w-dialog sm:rounded-sm">
      <form
        method="post"
        action={page}
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(event)
        }}
        className="grid gap-3 px-5 pt-6 pb-8 sm:p-8"
      >
        <h2 id={heading} className="text-2xl">
          {title}
        </h2>
        {text && <div className="text-ink-soft">{text}</div>}
        {children}
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            data-autofocus={danger ? undefined : ''}
          >
            {confirm}
          </Button>
          <Button variant="quiet" onClick={onClose} data-autofocus={danger ? '' : undefined}>
            {keep}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
