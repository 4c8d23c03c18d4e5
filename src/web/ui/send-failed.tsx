import type { FailedSend } from '#web/hooks/use-send.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export function SendFailed({ failed, className = '' }: { failed: FailedSend | undefined; className?: string }) {
  if (!failed) return null
  const again = failed.again && (
    <Button variant="plain" size="sm" onClick={failed.again}>
      Try again
    </Button>
  )
  return (
    <Notice tone="bad" role="alert" action={again} className={className}>
      <span>{failed.text}</span>{' '}
      {failed.needsLogin && (
        <a href="/seller" target="_blank" rel="noreferrer" className="underline underline-offset-link">
          Log in in a new tab, then try again
        </a>
      )}
    </Notice>
  )
}
