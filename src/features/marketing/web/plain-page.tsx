import type { ReactNode } from 'react'

/** A page of text: sections under one heading. */
export function PlainPage({ title, lede, children }: { title: string; lede: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap pt-8 pb-section">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-3 max-w-lede text-ink-soft text-lg leading-lede">{lede}</p>
      <div className="mt-9 grid max-w-prose gap-9">{children}</div>
    </div>
  )
}

/** `id`: of a section to which a link leads. */
export function PlainSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid gap-3">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  )
}

export const listLook = 'grid list-disc gap-1.75 pl-4.5 marker:text-madder-700'

export const stepsLook = 'grid list-decimal gap-1.75 pl-4.5 marker:font-semibold marker:text-madder-700'

export function MailLink({ to, className = '' }: { to: string; className?: string }) {
  return (
    <a href={`mailto:${to}`} className={`link wrap-anywhere ${className}`}>
      {to}
    </a>
  )
}
