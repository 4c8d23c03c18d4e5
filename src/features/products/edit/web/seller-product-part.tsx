import type { ReactNode } from 'react'

/** A part of the product form. */
export function Part({ title, hint, children }: { title?: string; hint?: string; children: ReactNode }) {
  return (
    <div className="grid gap-4.5 border-line p-5 not-first:border-t nav:p-6">
      {title ? (
        <div>
          <h2 className="heading-plain mb-1 text-lg leading-tight">{title}</h2>
          <p className="text-ink-mute text-sm leading-hint">{hint}</p>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  )
}
