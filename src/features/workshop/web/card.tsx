import { type ReactNode, useRef } from 'react'
import { Panel } from '#web/ui/panel.tsx'
import { Speaker } from '#web/ui/speaker.tsx'
import { usePages } from './use-pages.ts'

/** A white card that can be read aloud. */
export function Card({ children, ...named }: { children: ReactNode; 'aria-labelledby'?: string }) {
  const say = usePages()
  const card = useRef<HTMLDivElement>(null)
  return (
    <Panel {...named} className="relative p-4">
      <div className="absolute top-3 right-3">
        <Speaker of={card} label={say.listen} />
      </div>
      <div ref={card} className="grid gap-3">
        {children}
      </div>
    </Panel>
  )
}

/** What a card is about, beside its speaker. */
export const CardHead = ({ id, text, children }: { id?: string; text?: ReactNode; children: ReactNode }) => (
  <div>
    <h2 id={id} className="heading-plain pr-14 text-lg">
      {children}
    </h2>
    {text && <p className="pr-14 text-ink-soft text-sm">{text}</p>}
  </div>
)
