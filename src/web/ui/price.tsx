import { formatRupeesShort, type Paise } from '#shared/money.ts'
import { toPercent } from '#shared/numbers.ts'

const sizes = {
  card: { line: 'gap-x-2', paid: 'max-sm:basis-full', beside: 'text-cut' },
  page: { line: 'gap-x-3 text-2xl leading-tight', paid: '', beside: 'text-base' },
}

/** Whole percent saved. 0 when there is nothing to show. */
export const percentOff = (pricePaise: Paise, offerPricePaise: Paise) =>
  pricePaise > offerPricePaise ? toPercent((pricePaise - offerPricePaise) / pricePaise) : 0

interface PriceProps {
  pricePaise: Paise
  offerPricePaise: Paise
  size?: keyof typeof sizes
}

export function Price({ pricePaise, offerPricePaise, size = 'card' }: PriceProps) {
  const off = percentOff(pricePaise, offerPricePaise)
  const look = sizes[size]
  return (
    <p className={`flex flex-wrap items-baseline ${look.line}`}>
      <b className={look.paid}>{formatRupeesShort(offerPricePaise)}</b>
      {off >= 1 && (
        <>
          {' '}
          <s className={`text-ink-mute ${look.beside}`}>
            <span className="sr-only">Was </span>
            <span>{formatRupeesShort(pricePaise)}</span>
          </s>{' '}
          <em className={`font-semibold text-madder-700 not-italic ${look.beside}`}>{`${off}% off`}</em>
        </>
      )}
    </p>
  )
}
