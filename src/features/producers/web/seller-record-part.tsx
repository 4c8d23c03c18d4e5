import type { ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'

interface RecordPartProps {
  /** Of the heading. */
  id: string
  title: string
  text: ReactNode
  children: ReactNode
}

/** One thing that the office keeps of a producer, beside what the page of the shop shows. */
export const RecordPart = ({ id, title, text, children }: RecordPartProps) => (
  <Panel aria-labelledby={id} className="mt-5 max-w-184 p-5 nav:p-6">
    <h2 id={id} className="font-display font-medium text-2xl tracking-display">
      {title}
    </h2>
    <p className="mt-1 mb-4 text-ink-soft text-sm">{text}</p>
    {children}
  </Panel>
)
