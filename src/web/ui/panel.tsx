import type { ComponentProps, ReactNode } from 'react'

export function Panel({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`rounded-sm border border-line bg-paper ${className}`} />
}

/** h1, a line of figures, the page's own actions. */
export function SellerHead({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-2xl">{title}</h1>
        {text && <p className="text-ink-soft text-sm">{text}</p>}
      </div>
      {children}
    </div>
  )
}
