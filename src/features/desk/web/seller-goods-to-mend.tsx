import { Link } from 'react-router'
import type { z } from 'zod'
import type { getToMend } from '#features/products/to-mend.contract.ts'
import { formatDay, readDay } from '#shared/day.ts'
import { Notice } from '#web/ui/notice.tsx'

/** What is to be done about the goods, a line each; nothing where nothing is. */
export function GoodsToMend({ marks, lacking, leaveOn }: z.output<typeof getToMend.response>) {
  const lines = [
    marks.ending > 0 && { text: `${countMarks(marks.ending, 'ends', 'end')} within 30 days`, to: '/seller/marks' },
    marks.ended > 0 && { text: `${countMarks(marks.ended, 'has', 'have')} ended`, to: '/seller/marks' },
    lacking > 0 && { text: lackingText(lacking, leaveOn), to: '/seller/facts' },
  ].filter((line) => line !== false)
  return (
    lines.length > 0 && (
      <Notice tone="wait" className="mb-5">
        <ul>
          {lines.map(({ text, to }) => (
            <li key={text}>
              <Link to={to} className="link touch">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    )
  )
}

function lackingText(lacking: number, leaveOn: string | null) {
  if (leaveOn === null)
    return lacking === 1 ? '1 product on sale lacks facts' : `${lacking} products on sale lack facts`
  const day = formatDay(readDay(leaveOn))
  return lacking === 1
    ? `From ${day}, 1 product leaves the shop unless it states what its category asks for`
    : `From ${day}, ${lacking} products leave the shop unless they state what their category asks for`
}

const countMarks = (count: number, one: string, many: string) =>
  count === 1 ? `1 mark ${one}` : `${count} marks ${many}`
