import { type ReactNode, useRef } from 'react'
import { formatDay } from '#shared/day.ts'
import { pathIn, type SameWords } from '#shared/languages.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Speaker } from '#web/ui/speaker.tsx'
import { useLanguage } from '#web/words.tsx'
import type { SeenApplication } from '../../producers.contract.ts'
import type { applicationStatusEn } from './application-status.words.en.ts'

export type StatusWords = SameWords<typeof applicationStatusEn>

/** Its heading and sentences can be heard. */
function Card({
  words,
  className = 'border border-line bg-paper',
  children,
}: {
  words: StatusWords
  className?: string
  children: ReactNode
}) {
  const card = useRef<HTMLElement>(null)
  return (
    <section ref={card} className={`flex items-start justify-between gap-4 p-5 md:p-7 ${className}`}>
      <div className="grid min-w-0 justify-items-start gap-3">{children}</div>
      <Speaker of={card} label={words.listen} />
    </section>
  )
}

interface StatusProps {
  application: SeenApplication
  words: StatusWords
}

/** The answer, with what to do next; nothing while there is none. */
export function Verdict({ application: { status, answer, decidedAt, producerPath }, words }: StatusProps) {
  const { storeName } = useSettings()
  const shown = useLanguage()
  if (status === 'received') return null
  const isYes = status === 'approved'
  return (
    <Card words={words} className={`border-l-4 ${isYes ? 'border-neem-700 bg-neem-100' : 'border-ink bg-kora-deep'}`}>
      <h2 className="heading-plain text-2xl leading-snug">{isYes ? words.yes(storeName) : words.no}</h2>
      {answer ? (
        <blockquote className="wrap-anywhere max-w-prose">
          <p lang={/\p{Script=Devanagari}/u.test(answer) ? 'hi' : 'en'}>“{answer}”</p>
          {decidedAt && (
            <footer className="mt-1.5 text-ink-soft text-sm">{words.by(storeName, formatDay(decidedAt, shown))}</footer>
          )}
        </blockquote>
      ) : (
        (!isYes || producerPath) && <p className="max-w-prose">{isYes ? words.yesText : words.noText}</p>
      )}
      {isYes && producerPath && <ButtonLink to={producerPath}>{words.seePage}</ButtonLink>}
      {!isYes && (
        <>
          <p className="max-w-prose">{words.noNext}</p>
          <ButtonLink to={pathIn(shown, '/producerform')} variant="line">
            {words.again}
          </ButtonLink>
        </>
      )}
    </Card>
  )
}

/** Nobody notes who reads it when: an application is to be read until it is decided. */
export function Way({ application: { status, appliedAt, decidedAt }, words }: StatusProps) {
  const language = useLanguage()
  const isDecided = status !== 'received'
  const steps: Array<{ name: string; text: string | undefined; state: keyof typeof rings }> = [
    { name: words.received, text: formatDay(appliedAt, language), state: 'done' },
    isDecided
      ? { name: words.read, text: undefined, state: 'done' }
      : { name: words.toRead, text: words.toReadText, state: 'now' },
    isDecided
      ? { name: words.answer, text: decidedAt && formatDay(decidedAt, language), state: 'done' }
      : { name: words.answer, text: words.answerToCome, state: 'to come' },
  ]
  return (
    <Card words={words}>
      <h2 className="heading-plain text-lg leading-snug">{words.title}</h2>
      <ol aria-label={words.way}>
        {steps.map(({ name, text, state }, place) => (
          <li key={name} aria-current={state === 'now' ? 'step' : undefined} className="flex gap-3.5 leading-snug">
            <span aria-hidden="true" className="flex flex-col items-center pt-1">
              <span className={`size-4 flex-none rounded-full border-2 ${rings[state]}`} />
              {place < steps.length - 1 && <span className="w-0.5 flex-1 bg-neel-700" />}
            </span>
            <span className={`min-w-0 ${place < steps.length - 1 ? 'pb-5' : ''}`}>
              <span className={state === 'now' ? 'font-semibold' : ''}>{name}</span>
              {state === 'done' && <span className="sr-only">{words.done}</span>}
              {text && <span className="block text-base text-ink-soft">{text}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const rings = {
  done: 'border-neel-700 bg-neel-700',
  now: 'border-4 border-neel-700',
  'to come': 'border-line-strong',
}

export function Question({ words }: { words: StatusWords }) {
  const { supportEmail } = useSettings()
  const [before, address] = words.question(
    <a href={`mailto:${supportEmail}`} className="link touch wrap-anywhere">
      {supportEmail}
    </a>,
  )
  return (
    <p className="py-2">
      {before}
      {address}
    </p>
  )
}
