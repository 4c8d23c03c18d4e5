import { formatRupees, type Paise } from '#shared/money.ts'
import { FigureStrip } from '#web/ui/seller-figure-strip.tsx'
import type { CheckedFile } from '../courier-file.contract.ts'
import type { Finding } from '../courier-file.kinds.ts'

interface Figure {
  name: string
  count: number
  text?: string
}

/** Figures that are shown even if 0; others only above 0. */
const always: Readonly<Record<CheckedFile['kind'], readonly Finding[]>> = {
  tracking: ['matched', 'unknown', 'twice'],
  outcome: ['matched', 'unknown', 'twice'],
  cash: ['matched', 'short', 'unknown', 'twice'],
}

function figuresOf(checked: CheckedFile): Figure[] {
  const { kind, amounts, ships } = checked
  const isCash = kind === 'cash'
  const money = (amount: Paise, words: string) => (isCash ? { text: `${formatRupees(amount)}${words}` } : {})
  const all: [Finding, string, { text?: string }][] = [
    ['matched', 'Matched', kind === 'tracking' ? { text: `${ships} become shipped` } : money(amounts.matched, '')],
    ['changed', 'Changed', { text: 'had another number' }],
    ['short', 'Short', { text: `by ${formatRupees(amounts.short)}` }],
    ['more', 'Too much', { text: `by ${formatRupees(amounts.more)}` }],
    ['unknown', 'Unknown', money(amounts.unknown, ', not booked')],
    ['twice', 'Twice', money(amounts.twice, ', counted once')],
    ['unclear', 'Unclear', { text: 'cannot be read' }],
    ['barred', 'Not possible', { text: 'left out' }],
    ['same', 'So already', { text: 'nothing to book' }],
  ]
  const shown = all
    .filter(([finding]) => checked[finding] > 0 || always[kind].includes(finding))
    .map(([finding, name, more]): Figure => ({ name, count: checked[finding], ...more }))
  const missing = { name: 'Missing in the file', count: checked.missing, ...money(amounts.missing, ' still expected') }
  return isCash ? [...shown, missing] : shown
}

export const FileFigures = ({ checked }: { checked: CheckedFile }) => (
  <FigureStrip
    figures={figuresOf(checked).map(({ name, count, text }) => ({ name, figure: count.toLocaleString('en-IN'), text }))}
  />
)
