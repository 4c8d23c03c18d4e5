import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { browserContracts, forBrowsers } from './browser-contracts.ts'

const contracts = globSync('src/**/*.contract.ts')

/** What Vite makes for browsers of a page beside the real contracts. */
async function bundleOf(page: string) {
  const entry = resolve('src/features/page.ts')
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? page : undefined),
      },
      browserContracts(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  })
  return JSON.stringify(made)
}

it.each(contracts)('leaves of %s every endpoint, and of all that is left the facts are true', async (file) => {
  const real: Record<string, object> = await import(resolve(file))
  const code = forBrowsers(readFileSync(file, 'utf8'))
  const left: Record<string, object> = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const endpoints = Object.keys(real).filter((name) => Object.hasOwn(real[name] ?? {}, 'path'))
  expect(Object.keys(left)).toEqual(expect.arrayContaining(endpoints))
  for (const [name, facts] of Object.entries(left))
    for (const [fact, value] of Object.entries(facts)) expect(real[name], name).toHaveProperty(fact, value)
})

it('gives browsers an endpoint and an error, and nothing of zod', async () => {
  const page = await bundleOf(`
    import { login, wrongCredentials } from './auth/auth.contract.ts'
    console.log(login, wrongCredentials)`)
  expect(page).toContain('/api/user/login')
  expect(page).toContain('WRONG_CREDENTIALS')
  expect(page).not.toMatch(/zod/i)
})

it('refuses a page that uses more of a contract, or brings zod in another way', async () => {
  const uses = (names: string, from: string) => bundleOf(`import { ${names} } from '${from}'\nconsole.log(${names})`)
  await expect(uses('Registration', './auth/auth.contract.ts')).rejects.toThrow(/"Registration" is not exported/)
  await expect(uses('z', 'zod')).rejects.toThrow('brings zod to browsers')
})
