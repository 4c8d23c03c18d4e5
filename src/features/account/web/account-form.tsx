import type { ReactNode } from 'react'
import type { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface AccountFormProps {
  form: Pick<ReturnType<typeof useForm>, 'attributes' | 'intent' | 'message' | 'done' | 'busy'>
  page: string
  button: string
  busyLabel: string
  /** One primary button a page. */
  look?: 'primary' | 'line' | 'danger'
  beside?: ReactNode
  children: ReactNode
}

/** Frame of the short forms (`useForm`), with the result over the fields. */
export function AccountForm({ form, page, button, busyLabel, look, beside, children }: AccountFormProps) {
  const { attributes, intent, message, done, busy } = form
  return (
    <form {...attributes} action={page} className="grid max-w-form gap-4.5">
      <HiddenFields values={{ intent }} />
      <div role="alert" className="empty:hidden">
        {message && <Notice tone="bad">{message}</Notice>}
      </div>
      {done?.message && <Notice tone="good">{done.message}</Notice>}
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant={look ?? 'primary'} busy={busy} busyLabel={busyLabel}>
          {button}
        </Button>
        {beside}
      </div>
    </form>
  )
}
