import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageIcon } from './page-icon.tsx'

export const BackLink = ({ to, className = '', children }: { to: string; className?: string; children: ReactNode }) => (
  <Link to={to} className={`link inline-flex min-h-11 items-center gap-1.5 ${className}`}>
    <PageIcon name="chevron-left" size="sm" />
    {children}
  </Link>
)
