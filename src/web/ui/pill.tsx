import type { ReactNode } from 'react'

// Shape as well as colour: a dot is done, a ring waits, a diamond is refused.
const tones = {
  ok: 'bg-neem-100 text-neem-700 before:bg-current before:rounded-full',
  wait: 'bg-haldi-100 text-haldi-700 before:rounded-full before:border-2',
  no: 'bg-madder-100 text-madder-700 before:bg-current before:rotate-45',
  info: 'bg-neel-100 text-neel-700 before:bg-current before:rounded-full',
}

export function Pill({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.75 whitespace-nowrap rounded-full px-2.75 py-0.75 font-semibold text-sm leading-snug before:size-2 forced-colors:border ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
