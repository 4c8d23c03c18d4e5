import { formatDay } from '#shared/day.ts'
import { langOf } from '#shared/languages.ts'
import { useLanguage } from '#web/words.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import { usePieceWords } from './use-piece-words.ts'

/** What the office wrote, in the language in which it was written, and who wrote it. */
export function Sentence({ message, by, at }: { message: string; by: string; at: Date | string }) {
  const say = usePieceWords()
  const language = useLanguage()
  return (
    <blockquote className="border-haldi-600 border-l-4 bg-haldi-100 p-3">
      <p lang={langOf[/[\u0900-\u097f]/.test(message) ? 'hi' : 'en']} className="wrap-anywhere">
        “{message}”
      </p>
      <footer className="text-ink-soft text-sm">
        <Who told={say.says(by, formatDay(new Date(at), language))} by={by} />
      </footer>
    </blockquote>
  )
}

/** The name of somebody of the office is as they write it; an account of the shop's own has none. */
function Who({ told, by }: { told: string; by: string }) {
  if (!by) return told
  const [before = '', after = ''] = told.split(by)
  return (
    <>
      {before}
      <bdi lang={/[\u0900-\u097f]/.test(by) ? 'hi' : 'en'}>{by}</bdi>
      {after}
    </>
  )
}

/** The sentence in a card of its own, which is read aloud. */
export function SentBack({ title, ...sentence }: { title: string; message: string; by: string; at: Date | string }) {
  return (
    <Card aria-labelledby="sent-back">
      <CardHead id="sent-back">{title}</CardHead>
      <Sentence {...sentence} />
    </Card>
  )
}
