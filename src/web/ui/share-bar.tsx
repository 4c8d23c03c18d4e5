import { formatRupees, type Paise } from '#shared/money.ts'

/** How each part of a price looks, in a bar and in its legend. */
const looks = {
  maker: 'share bg-neel-700',
  producer: 'share share-striped',
  costs: 'share border border-line-strong bg-kora-deep',
  community: 'share bg-madder-700',
  shop: 'share bg-haldi-500',
  unstated: 'share share-unstated',
  tax: 'share border border-line-strong bg-white',
}

export interface SharePart {
  share: keyof typeof looks
  name: string
  amount: Paise
  /** A small line that explains it. */
  about?: string | undefined
}

/** The parts above 0, each as wide as it is; to a screen reader all of them. */
export function ShareBar({ parts, thin }: { parts: readonly SharePart[]; thin?: boolean | undefined }) {
  const inBar = parts.filter(({ amount }) => amount > 0)
  if (inBar.length === 0) return null
  return (
    <div
      role="img"
      aria-label={parts.map(({ name, amount }) => `${name} ${formatRupees(amount)}`).join('; ')}
      className={`flex gap-0.5 ${thin ? 'h-3.5' : 'h-7'}`}
    >
      {inBar.map(({ share, amount }) => (
        <span key={share} className={looks[share]} style={{ flex: amount, minWidth: 4 }} />
      ))}
    </div>
  )
}

interface ShareLegendProps {
  parts: readonly SharePart[]
  /** What the parts add up to. */
  total: { name: string; amount: Paise }
}

export const ShareLegend = ({ parts, total }: ShareLegendProps) => (
  <dl className="text-sm leading-snug">
    {parts.map((part) => (
      <Row key={part.share} {...part} />
    ))}
    <div className="flex justify-between gap-4 border-line-strong border-t py-1.75 font-semibold">
      <dt>{total.name}</dt>
      <dd className="figures whitespace-nowrap">{formatRupees(total.amount)}</dd>
    </div>
  </dl>
)

const Row = ({ share, name, about, amount }: SharePart) => (
  <div className="flex justify-between gap-4 border-line py-1.75 not-first:border-t">
    <dt className="flex items-start gap-2.5">
      <span aria-hidden="true" className={`mt-1 size-3 shrink-0 ${looks[share]}`} />
      <span>
        <span>{name}</span>
        {about && <small className="block text-ink-mute text-xs">{about}</small>}
      </span>
    </dt>
    <dd className={`figures whitespace-nowrap ${amount < 0 ? 'text-madder-700' : ''}`}>{formatRupees(amount)}</dd>
  </div>
)
