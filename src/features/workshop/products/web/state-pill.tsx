import { Pill } from '#web/ui/pill.tsx'
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

export const StatePill = ({ state }: { state: PieceState }) => {
  const say = usePieceWords()
  return <Pill tone={tones[state]}>{say.states[state]}</Pill>
}
