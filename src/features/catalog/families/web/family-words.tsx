import { formatRupeesShort } from '#shared/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { CardFamily } from '../family-card.ts'

/** On a card: dots of the colours, and "4 colours, 3 sizes". */
export const FamilyKinds = ({ family: { dots, kinds } }: { family: CardFamily }) => (
  <p className="flex flex-wrap items-center gap-1 text-ink-mute text-xs">
    {dots.map((dot) => (
      <span key={dot} aria-hidden="true" className={`size-3.5 rounded-full border border-line-strong ${dot}`} />
    ))}
    <span>{kinds}</span>
  </p>
)

export const FromPrice = ({ family }: { family: CardFamily }) => (
  <p>
    <b>{`from ${formatRupeesShort(family.from)}`}</b>
  </p>
)

/** Stands where other cards have Add to Cart. */
export const Choose = ({ family, name, to }: { family: CardFamily; name: string; to: string }) => (
  <div className="md:w-40">
    <ButtonLink to={to} discover="none" variant="card" size="card" block>
      <span>
        Choose<span className="sr-only">{` a ${family.choose} of ${name}`}</span>
      </span>
    </ButtonLink>
  </div>
)
