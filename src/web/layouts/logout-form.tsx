import type { SubmitEvent } from 'react'
import { useLocation } from 'react-router'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface LogoutFormProps {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Of its button. */
  className: string
}

/** Logout, in a menu. Before JavaScript has loaded it leads back to the page it stands on. */
export function LogoutForm({ onSubmit, className }: LogoutFormProps) {
  const { pathname } = useLocation()
  return (
    <form method="post" action="/logout" onSubmit={onSubmit}>
      <HiddenFields values={{ page: pathname }} />
      <button type="submit" className={className}>
        <Icon name="logout" size="sm" />
        Logout
      </button>
    </form>
  )
}
