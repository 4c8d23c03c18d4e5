import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  open: boolean
  /** Names of people in it stand in `bdi`. */
  title: ReactNode
  text?: ReactNode
  /** The act, in its own words: "Cancel order". */
  confirm: string
  /** The way back: "Keep order". Has the focus when the act cannot be undone. */
  keep: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before what cannot be taken back. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  keep,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const heading = useId()
  return (
    <Modal open={open} onClose={onClose} labelledBy={heading} className="sm:max-w-dialog sm:rounded-sm">
      <div className="grid gap-3 px-5 pt-6 pb-8 sm:p-8">
        <h2 id={heading} className="text-2xl">
          {title}
        </h2>
        {text && <div className="text-ink-soft">{text}</div>}
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            onClick={onConfirm}
            data-autofocus={danger ? undefined : ''}
          >
            {confirm}
          </Button>
          <Button variant="quiet" onClick={onClose} data-autofocus={danger ? '' : undefined}>
            {keep}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
