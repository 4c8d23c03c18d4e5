import type { ComponentProps, ReactNode } from 'react'
import { PageIcon, type PageIconName } from './page-icon.tsx'

const tones = {
  info: { look: 'border-neel-700 bg-neel-100 text-neel-900', icon: 'info' },
  good: { look: 'border-neem-700 bg-neem-100 text-neem-700', icon: 'check' },
  bad: { look: 'border-madder-700 bg-madder-100 text-madder-700', icon: 'warn' },
  /** Something waits for a decision; it carries the button for that. */
  ask: { look: 'border-haldi-600 bg-haldi-100 text-ink', icon: 'warn' },
  wait: { look: 'border-haldi-700 bg-haldi-100 text-haldi-700', icon: 'info' },
} as const satisfies Record<string, { look: string; icon: PageIconName }>

type NoticeProps = ComponentProps<'div'> & { tone?: keyof typeof tones; action?: ReactNode }

/** For what lasts. Pass `role` where it must be announced. */
export function Notice({ tone = 'info', action, children, className = '', ...rest }: NoticeProps) {
  return (
    <div
      {...rest}
      className={`grid grid-cols-[auto_1fr_auto] items-center gap-3 border-l-4 px-4 py-3 text-sm ${tones[tone].look} ${className}`}
    >
      <PageIcon name={tones[tone].icon} size="sm" />
      <div className="min-w-0">{children}</div>
      {action}
    </div>
  )
}

/** Read out at once; nothing without a message. */
export const Refusal = ({ message, className }: { message: string | undefined; className?: string }) =>
  message && (
    <Notice tone="bad" role="alert" className={className}>
      {message}
    </Notice>
  )
