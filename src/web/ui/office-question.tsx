import type { ReactNode } from 'react'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { SendFailed } from './send-failed.tsx'

interface OfficeQuestionProps {
  name: string
  /** The first answer's button stands out. */
  answers: readonly (readonly [value: string, text: string])[]
  children: ReactNode
}

/** Over every page of the seller's area, until somebody answers. */
export function OfficeQuestion({ name, answers, children }: OfficeQuestionProps) {
  const { submit, sending, failed } = useSend()
  return (
    <Notice tone="wait" role="status" className="mb-5">
      {children}
      <form method="post" action="/seller" onSubmit={submit} className="mt-2 flex flex-wrap gap-3">
        {answers.map(([value, text], at) => (
          <Button
            key={value}
            type="submit"
            name={name}
            value={value}
            busy={sending?.get(name) === value}
            variant={at === 0 ? 'line' : 'quiet'}
            size="sm"
          >
            {text}
          </Button>
        ))}
      </form>
      <SendFailed failed={failed} className="mt-2" />
    </Notice>
  )
}
