import { type ReactNode, useId, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Speaker } from '#web/ui/speaker.tsx'
import { usePages } from '../../../web/use-pages.ts'

interface QuestionProps {
  /** Of its field, which an error is looked for under. */
  name: string
  title: string
  text?: string | undefined
  error?: string | undefined
  /** A group of choices, which have names of their own. */
  isGroup?: boolean
  /** `named` names the one field of a question that is no group. */
  children: (named: { 'aria-labelledby': string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A question: heading, at most one sentence, speaker, answer. */
export function Question({ name, title, text, error, isGroup = false, children }: QuestionProps) {
  const say = usePages()
  const block = useRef<HTMLDivElement>(null)
  const id = useId()
  const ids = { title: `${id}-title`, text: `${id}-text`, error: `${id}-error` }
  const described = [text ? ids.text : '', error ? ids.error : ''].filter(Boolean).join(' ')
  const named = {
    'aria-labelledby': ids.title,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error && !isGroup ? { 'aria-invalid': true as const } : {}),
  }
  return (
    <div data-question={name} className="relative grid gap-3" {...(isGroup ? { role: 'group', ...named } : {})}>
      <div className="absolute top-0 right-0">
        <Speaker of={block} label={say.listen} />
      </div>
      <div ref={block} className="grid min-h-12 content-center pr-14">
        <h2 id={ids.title} className="font-semibold text-lg leading-snug">
          {title}
        </h2>
        {text && (
          <p id={ids.text} className="text-ink-soft text-sm">
            {text}
          </p>
        )}
      </div>
      {error && (
        <p id={ids.error} className="flex items-start gap-1.5 font-semibold text-madder-700 text-sm leading-snug">
          <Icon name="warn" size="sm" />
          <span>{error}</span>
        </p>
      )}
      {children(named)}
    </div>
  )
}
