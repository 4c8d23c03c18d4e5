import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

/** The way back, over a page that was opened from another. */
export const BackLink = ({ to, className = '', children }: { to: string; className?: string; children: ReactNode }) => (
  <Link to={to} className={`link inline-flex min-h-11 items-center gap-1.5 ${className}`}>
    <Icon name="chevron-left" size="sm" />
    {children}
  </Link>
)
