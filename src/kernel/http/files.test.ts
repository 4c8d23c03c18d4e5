import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestShop, testShop } from '#testing/shop.ts'
import { serveFiles } from './files.ts'

let root: string
let shop: TestShop
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'haat-files-'))
  await writeFile(path.join(root, 'bowl.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  shop = await testShop(
    {},
    {
      async addRoutes(app) {
        await serveFiles(app, { root, prefix: '/pictures/', isShownElsewhere: true })
        await serveFiles(app, { root, prefix: '/scripts/' })
      },
    },
  )
})
afterAll(async () => {
  await shop.close()
  await rm(root, { recursive: true })
})

it.each([
  ['a picture, which mails and other sites may show', '/pictures/bowl.svg', 200, 'cross-origin'],
  ['any other file', '/scripts/bowl.svg', 200, 'same-origin'],
  ['a picture that is not there', '/pictures/no.svg', 404, 'same-origin'],
])('says who may show %s', async (_, url, status, policy) => {
  const answer = await shop.request({ url })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['cross-origin-resource-policy']).toBe(policy)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})
