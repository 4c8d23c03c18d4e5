import { expect, it } from 'vitest'
import { lint } from './lint.ts'

const swallowed = [
  'const list = await api(listProducts).catch(() => undefined)',
  'const user = await context.get(apiContext)(isAuth).then(({ user }) => user).catch(() => null)',
  'const cart = await api(isAuth).catch(() => ({}))',
]
const text = `${swallowed.join('\n')}\n`

it('refuses pages and loaders that leave out what they could not read', async () => {
  for (const place of ['src/features/x/web/planted.page.tsx', 'src/features/x/web/planted.loader.ts', 'src/root.tsx']) {
    const said = await lint(place, text)
    for (const [at] of swallowed.entries()) expect(said).toContain(`${place}:${at + 1}:`)
    expect(said).toContain('Say what did not load')
  }
})

it('leaves alone what looks at the error, and what is no page', async () => {
  const others = 'await api(getProduct).catch((error: unknown) => {\n  throw notFoundPage(error)\n})\n'
  expect(await lint('src/features/x/web/planted.page.tsx', others)).not.toContain('Say what did not load')
  expect(await lint('src/features/x/web/planted.tsx', text)).not.toContain('Say what did not load')
})
