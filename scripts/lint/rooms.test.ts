import { expect, it } from 'vitest'
import { lint } from './lint.ts'

it.each([
  ['a page that imports server code', 'src/features/orders/web/planted.tsx', '../server/place-order.ts'],
  ['a page of a room', 'src/features/orders/place/web/planted.tsx', '#features/orders/place/server/place-order.ts'],
  ['server code that imports a page', 'src/features/orders/server/planted.ts', '../web/planted.tsx'],
  ['server code of a room', 'src/features/orders/place/server/planted.ts', '../web/planted.tsx'],
  ['server code of a room with React Router', 'src/features/orders/place/server/planted.ts', 'react-router'],
])('refuses %s', async (_, place, imported) => {
  const said = await lint(place, `import '${imported}'\n`)
  expect(said).toContain('noRestrictedImports')
  expect(said).toContain(imported)
})
