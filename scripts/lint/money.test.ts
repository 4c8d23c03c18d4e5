import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** What Biome says of these lines, as a file at this place, with the rules of this repository. */
async function lint(place: string, ...lines: string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-lint-'))
  try {
    for (const file of ['biome.json', 'scripts/lint'])
      await cp(path.join(root, file), path.join(folder, file), { recursive: true })
    const file = path.join(folder, place)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, lines.map((line, at) => `export const line${at} = ${line}\n`).join(''))
    return await new Promise<string>((resolve) => {
      const options = { cwd: folder, encoding: 'utf8' as const }
      const biome = path.join(root, 'node_modules/.bin/biome')
      execFile(biome, ['lint', '--vcs-enabled=false', '--max-diagnostics=none', place], options, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      )
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

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
  const said = await lint('src/features/orders/planted.ts', ...rupeesElsewhere)
  for (const [at] of rupeesElsewhere.entries()) expect(said).toContain(`planted.ts:${at + 1}:`)
  expect(said).toContain('src/shared/money.ts alone')
})

it('finds them in pages and scripts, too', async () => {
  for (const place of ['src/web/planted.tsx', 'scripts/planted.mjs', 'src/shared/planted.ts'])
    expect(await lint(place, '(price) => price / 100')).toContain(`${place}:1:`)
})

it('leaves money.ts and other sums alone', async () => {
  expect(await lint('src/shared/money.ts', ...rupeesElsewhere)).not.toContain('alone')
  const others = [
    '(ms: number) => ms * 1000',
    '(ms: number) => ms / 1001',
    '"price / 100"',
    '(page: number) => 1000 * page',
  ]
  expect(await lint('src/features/orders/planted.ts', ...others)).not.toContain('alone')
})
