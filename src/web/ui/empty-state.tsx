import type { ReactNode } from 'react'
import { type ArtName, LineArt } from './line-art.tsx'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  art?: ArtName
  /** h1 where it is all that the page has. */
  heading?: 'h1' | 'h2'
  dark?: boolean
  className?: string
  children?: ReactNode
}

export function EmptyState({
  title,
  text,
  art,
  heading: Heading = 'h2',
  dark = false,
  className = 'py-empty',
  children,
}: EmptyStateProps) {
  return (
    <div
      className={`grid justify-items-center gap-3.5 px-4 text-center ${dark ? 'on-dark bg-kajal text-white' : ''} ${className}`}
    >
      {art && <LineArt name={art} />}
      <Heading className={art || dark ? 'text-3xl' : 'text-2xl'}>{title}</Heading>
      {text && <p className={`max-w-sentence ${dark ? 'text-ash' : 'text-ink-soft'}`}>{text}</p>}
      {children}
    </div>
  )
}
