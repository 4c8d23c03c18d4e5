import { demoWords } from '#shared/demo-words.ts'

interface DemoMarkProps {
  of: { demo?: true | undefined }
  className?: string
}

/** What is real gets no mark. */
export function DemoMark({ of, className = '' }: DemoMarkProps) {
  if (!of.demo) return null
  return (
    <span
      title={demoWords}
      className={`inline-block whitespace-nowrap rounded-full border border-ink-mute border-dashed px-2 font-normal font-sans text-ink-soft text-xs leading-snug tracking-normal ${className}`}
    >
      Demo<span className="sr-only">{`. ${demoWords}`}</span>
    </span>
  )
}
