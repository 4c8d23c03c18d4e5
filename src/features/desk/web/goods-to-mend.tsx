import { Link } from 'react-router'
import type { z } from 'zod'
import type { getToMend } from '#features/products/to-mend.contract.ts'
import { Notice } from '#web/ui/notice.tsx'

/** What is to be done about the goods, a line each; nothing where nothing is. */
export function GoodsToMend({ marks }: z.output<typeof getToMend.response>) {
  const lines = [
    marks.ending > 0 && { text: `${countMarks(marks.ending, 'ends', 'end')} within 30 days`, to: '/seller/marks' },
    marks.ended > 0 && { text: `${countMarks(marks.ended, 'has', 'have')} ended`, to: '/seller/marks' },
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

const countMarks = (count: number, one: string, many: string) =>
  count === 1 ? `1 mark ${one}` : `${count} marks ${many}`
