import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkImports, readSources } from './check-imports.ts'

const shop = readSources(path.join(import.meta.dirname, '..'))

/** What is wrong when the shop has one file more, or one line more in a file. */
const wrongWith = (file: string, line: string) =>
  checkImports(new Map([...shop, [file, `${line}\n${shop.get(file) ?? ''}`]])).wrong

it('finds nothing wrong in the shop, whose features form a ladder', () => {
  const { ladder, wrong } = checkImports(shop)
  expect(wrong).toEqual([])
  const places = ladder.map(({ feature }) => feature)
  expect(places).toContain('orders')
  for (const { feature, uses } of ladder)
    for (const used of uses) expect(places.indexOf(used)).toBeLessThan(places.indexOf(feature))
})

it.each([
  ['shared', 'kernel', 'src/shared/ids.ts', "import type { Db } from '#kernel/db/database.ts'"],
  ['shared, by its path,', 'kernel', 'src/shared/ids.ts', "import type { Db } from '../kernel/db/database.ts'"],
  ['a test of shared', 'a feature', 'src/shared/a.test.ts', "import '#features/orders/orders.pricing.ts'"],
  ['kernel', 'a feature', 'src/kernel/deps.ts', "import type { User } from '#features/auth/auth.contract.ts'"],
  ['kernel', 'app', 'src/kernel/deps.ts', "import { features } from '#app/features.ts'"],
  ['kernel', 'web', 'src/kernel/deps.ts', "import '#web/forms/form-text.ts'"],
  ['a test of kernel', 'a feature', 'src/kernel/a.test.ts', "import '#features/orders/orders.pricing.ts'"],
  ['a feature', 'app', 'src/features/cart/feature.ts', "import { features } from '#app/features.ts'"],
  ['a feature', 'what tests need', 'src/features/cart/feature.ts', "import '#testing/shop.ts'"],
  ['the server', 'a page', 'src/features/cart/server/cart.routes.ts', "import '../web/cart-context.tsx'"],
  ['a contract', 'kernel', 'src/features/cart/cart.contract.ts', "import type { Db } from '#kernel/db/database.ts'"],
  ['a contract', 'its server', 'src/features/cart/cart.contract.ts', "import type {} from './server/cart.tables.ts'"],
  ['a contract', 'web', 'src/features/cart/cart.contract.ts', "export { formText } from '#web/forms/form-text.ts'"],
  ['a page', 'its server', 'src/features/cart/web/cart-sync.ts', "import type {} from '../server/cart.tables.ts'"],
  ['a page', 'its feature.ts', 'src/features/cart/web/cart-sync.ts', "import type {} from '../feature.ts'"],
  ['a page', 'kernel', 'src/features/cart/web/cart-sync.ts', "import type { Db } from '#kernel/db/database.ts'"],
  ['a page', 'app', 'src/features/cart/web/cart-sync.ts', "const app = await import('#app/app.ts')"],
  ['web', 'the server', 'src/web/layouts/footer.tsx', "import '#features/cart/server/cart.service.ts'"],
  ['web', 'kernel', 'src/web/call.ts', "import type { Db } from '#kernel/db/database.ts'"],
  ['ui', 'a feature', 'src/web/ui/pill.tsx', "import type { User } from '#features/auth/auth.contract.ts'"],
  ['a hook', "a feature's page", 'src/web/hooks/use-slow.ts', "import '#features/cart/web/cart-context.tsx'"],
  ['root.tsx', 'app', 'src/root.tsx', "import '#app/app.ts'"],
  ['app', 'a page', 'src/app/main.ts', "import '#features/cart/web/cart-context.tsx'"],
  [
    'a page of a room',
    'its server',
    'src/features/cart/line/web/line.page.tsx',
    "import type {} from '../server/line.ts'",
  ],
  ['a page of a room', 'kernel', 'src/features/cart/line/web/line.page.tsx', "import '#kernel/db/database.ts'"],
  ['the server of a room', 'a page', 'src/features/cart/line/server/line.ts', "import '../web/line.page.tsx'"],
  ['a migration', 'kernel', 'migrations/0001-shop.ts', "import { isPostgres } from '#kernel/db/engine.ts'"],
  ['a migration', 'a type', 'migrations/0001-shop.ts', "import type { Db } from '#kernel/db/database.ts'"],
  [
    'a migration',
    'shared, by its path,',
    'migrations/0003-seller.ts',
    "import { foldText } from '../src/shared/text.ts'",
  ],
  ['a later migration', 'shared', 'migrations/9999-later.ts', "const text = await import('#shared/text.ts')"],
  ['what is frozen', 'a feature', 'migrations/frozen/engine.ts', "import '#features/orders/orders.states.ts'"],
  ['kernel', 'what is frozen', 'src/kernel/deps.ts', "import '../../migrations/frozen/engine.ts'"],
  ['a rule of a room', 'its server', 'src/features/cart/line/line.rules.ts', "import type {} from './server/line.ts'"],
])('refuses that %s imports %s', (_who, _what, file, line) => {
  const [name = ''] = /[#.][^']+/.exec(line) ?? []
  expect(wrongWith(file, line)).toEqual([expect.stringContaining(`${file} imports `)])
  expect(wrongWith(file, line)[0]).toContain(path.basename(name))
})

it('takes the rooms of a feature for one rung of the ladder', () => {
  const room = 'src/features/cart/line/server'
  const rooms = new Map([
    ...shop,
    [`${room}/line.ts`, "import '../../server/cart.service.ts'"],
    ['src/features/cart/server/cart.service.ts', `import '../line/server/line.ts'`],
  ])
  const { ladder, wrong } = checkImports(rooms)
  expect(wrong).toEqual([])
  expect(ladder.map(({ feature }) => feature)).not.toContain('line')
})

it.each([
  [
    'each other',
    'src/features/auth/server/passwords.ts',
    "import {} from '#features/audit/server/audit.service.ts'",
    'audit',
  ],
  [
    'each other by types',
    'src/features/auth/auth.rules.ts',
    "import type {} from '#features/cart/cart.rules.ts'",
    'cart',
  ],
  ['a circle of three', 'src/features/auth/auth.rules.ts', "import '#features/mails/mails.contract.ts'", 'mails'],
  [
    'a circle by way of web',
    'src/features/auth/web/find-shopper.ts',
    "import '#web/layouts/store.layout.tsx'",
    'store.layout',
  ],
])('refuses features that import %s', (_what, file, line, named) => {
  const wrong = wrongWith(file, line)
  expect(wrong.length).toBeGreaterThan(0)
  for (const circle of wrong) expect(circle).toMatch(/^features use each other in a circle: /)
  expect(wrong.some((circle) => circle.includes(`${file} imports `) && circle.includes(named))).toBe(true)
})

it('ends with an error, and says which import is wrong', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-imports-'))
  await mkdir(path.join(folder, 'src/shared'), { recursive: true })
  await writeFile(path.join(folder, 'src/shared/ids.ts'), "import '#kernel/deps.ts'\n")
  const script = path.join(import.meta.dirname, 'check-imports.ts')
  const ended = await new Promise<{ failed: boolean; said: string }>((resolve) =>
    execFile(process.execPath, [script, folder], (error, _, said) => resolve({ failed: error !== null, said })),
  )
  await rm(folder, { recursive: true })
  expect(ended.failed).toBe(true)
  expect(ended.said).toContain('src/shared/ids.ts imports src/kernel/deps.ts: shared imports nothing of ours')
})
