import { useEffect, useRef } from 'react'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface LeftOverProps {
  says: string
  /** Label and text. */
  texts: readonly (readonly [label: string, text: string])[]
}

/** What was typed and not sent, since something newer stands there now: a press marks a text, to be copied. */
export function LeftOver({ says, texts }: LeftOverProps) {
  const block = useRef<HTMLDivElement>(null)
  // Where the page is scrolled to is outside React: it was sent from the end of a form.
  useEffect(() => {
    block.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Notice ref={block} tone="ask" role="status">
      <p className="font-semibold">{says}</p>
      <dl className="grid gap-2 pt-2 empty:hidden">
        {texts.map(([label, text]) => (
          <div key={label}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere select-all whitespace-pre-line text-base">
              <Name>{text}</Name>
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
