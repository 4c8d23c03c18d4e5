import { formatMonthDay } from '#shared/day.ts'
import { Pill } from '#web/ui/pill.tsx'
import { useLanguage } from '#web/words.tsx'
import type { PieceState } from '../products.states.ts'
import { usePieceWords } from './use-piece-words.ts'

const tones = {
  'sent back': 'wait',
  'looked at': 'info',
  'on sale': 'ok',
  'sold out': 'no',
  'on holiday': 'wait',
  'off sale': 'no',
} as const satisfies Record<PieceState, string>

export const StatePill = ({ state, backOn = null }: { state: PieceState; backOn?: string | null }) => {
  const say = usePieceWords()
  const language = useLanguage()
  const isAway = state === 'on holiday' && backOn !== null
  return <Pill tone={tones[state]}>{isAway ? say.backOn(formatMonthDay(backOn, language)) : say.states[state]}</Pill>
}
