import type { SubmitEvent } from 'react'
import { useLocation } from 'react-router'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from './frame-words.ts'

interface LogoutFormProps {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  className: string
}

/** Before JavaScript has loaded it leads back to its page. */
export function LogoutForm({ onSubmit, className }: LogoutFormProps) {
  const { pathname } = useLocation()
  return (
    <form method="post" action="/logout" onSubmit={onSubmit}>
      <HiddenFields values={{ page: pathname }} />
      <button type="submit" className={className}>
        <Icon name="logout" size="sm" />
        {useFrame().say('Logout')}
      </button>
    </form>
  )
}
