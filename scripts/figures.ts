import { withDecimals } from '#shared/numbers.ts'

/** The value that this share of the sorted values does not exceed. */
export const percentile = (sorted: readonly number[] | Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: readonly number[]) =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

export const seconds = (ms: number) => `${withDecimals(ms / 1000, 2)} s`

/** Rows as a table of Markdown, padded so that it reads well in a terminal too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
