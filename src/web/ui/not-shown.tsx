import type { ReactNode } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { ButtonLink } from './button.tsx'
import { Notice } from './notice.tsx'

/** Before JavaScript has loaded it fetches the page again. */
export function TryAgainLink({ variant = 'plain' }: { variant?: 'plain' | 'primary' }) {
  const { revalidate, state } = useRevalidator()
  const { pathname, search } = useLocation()
  return (
    <ButtonLink
      to={pathname + search}
      reloadDocument
      prefetch="none"
      variant={variant}
      size={variant === 'plain' ? 'sm' : 'md'}
      onClick={(event) => {
        event.preventDefault()
        revalidate()
      }}
    >
      {state === 'loading' ? <span>Trying again</span> : <span>Try again</span>}
    </ButtonLink>
  )
}

/** Names the part of the page that could not be read. */
export const NotShown = ({ children, className }: { children: ReactNode; className?: string }) => (
  <Notice tone="bad" role="status" action={<TryAgainLink />} className={className}>
    {children}
  </Notice>
)
