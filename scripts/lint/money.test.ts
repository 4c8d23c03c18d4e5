import { expect, it } from 'vitest'
import { lint } from './lint.ts'

/** What Biome says of these expressions, as a file at this place. */
const lintLines = (place: string, ...lines: string[]) =>
  lint(place, lines.map((line, at) => `export const line${at} = ${line}\n`).join(''))

const rupeesElsewhere = [
  '(price: number) => price * 100',
  '(price: number) => 100 * price',
  '(price: number) => Math.round(Number(price) * 1_00)',
  '(price: number) => price / 100',
  '(price: number) => price / 1e2',
  '(price: number) => price.toFixed(2)',
  '(price?: number) => price?.toFixed()',
  '(price: number) => (price /= 100)',
]

it('finds rupees that are made or written outside of money.ts', async () => {
  const said = await lintLines('src/features/orders/planted.ts', ...rupeesElsewhere)
  for (const [at] of rupeesElsewhere.entries()) expect(said).toContain(`planted.ts:${at + 1}:`)
  expect(said).toContain('src/shared/money.ts alone')
})

it('finds them in pages and scripts, too', async () => {
  for (const place of ['src/web/planted.tsx', 'scripts/planted.mjs', 'src/shared/planted.ts'])
    expect(await lintLines(place, '(price) => price / 100')).toContain(`${place}:1:`)
})

it('leaves money.ts and other sums alone', async () => {
  expect(await lintLines('src/shared/money.ts', ...rupeesElsewhere)).not.toContain('alone')
  const others = [
    '(ms: number) => ms * 1000',
    '(ms: number) => ms / 1001',
    '"price / 100"',
    '(page: number) => 1000 * page',
  ]
  expect(await lintLines('src/features/orders/planted.ts', ...others)).not.toContain('alone')
})
