import { formatDay } from '#shared/day.ts'
import type { Language } from '#shared/languages.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button } from '#web/ui/button.tsx'
import { cardEn } from './card.words.en.ts'
import { cardHi } from './card.words.hi.ts'
import '#web/hindi.css'

interface CardProps {
  url: string
  until: Date
  name: string
  language: Language
  qr: { path: string; size: number }
}

/** The link as a code to scan and as a card to print, in the language of who gets it. Nothing of the producer stands on it. */
export function InvitationCard({ url, until, name, language, qr }: CardProps) {
  const say = language === 'hi' ? cardHi : cardEn
  const { storeName, supportEmail } = useSettings()
  const hydrated = useHydrated()
  return (
    <>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a
          href={`https://wa.me/?${new URLSearchParams({ text: say.message({ name, url, until: formatDay(until, language) }) })}`}
          target="_blank"
          rel="noreferrer"
          className="button min-h-12 border-transparent bg-neel-700 px-6 text-white"
        >
          WhatsApp
        </a>
        {hydrated && (
          <Button variant="line" onClick={() => window.print()}>
            Print the card
          </Button>
        )}
      </div>
      <article lang={language} className="grid max-w-80 gap-3 border border-ink bg-white p-5 text-black print:border-0">
        <h3 className="font-semibold text-xl">{say.title(storeName)}</h3>
        <svg
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label={say.code}
          shapeRendering="crispEdges"
          className="size-50 bg-white"
        >
          <path d={qr.path} className="fill-black" />
        </svg>
        <ol className="grid list-decimal gap-1 pl-5">
          {say.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="font-semibold">{say.once(formatDay(until, language))}</p>
        <p className="text-sm">
          {say.help} <bdi lang="en-IN">{supportEmail}</bdi>
        </p>
      </article>
    </>
  )
}
