import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let close: (() => unknown) | undefined
afterEach(() => close?.())

/** A server in the shop's place that answers /readyz with this status, and nothing else. */
async function listen(host: string, status: number) {
  const server = createServer(({ url }, response) => response.writeHead(url === '/readyz' ? status : 404).end())
  await once(server.listen(0, host), 'listening')
  close = () => server.close()
  return String((server.address() as AddressInfo).port)
}

/** The exit code of the check. Nothing but the settings is in its environment: no shell, no PATH. */
async function check(env: Record<string, string>) {
  const file = join(import.meta.dirname, 'health-check.ts')
  const [code] = await once(spawn(process.execPath, [file], { env, stdio: 'ignore' }), 'exit')
  return code
}

test.each([
  ['0.0.0.0', '0.0.0.0'],
  ['::', '::'],
  ['127.0.0.1', ''],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '::1'],
  ['localhost', 'localhost'],
])('a shop that listens on %s is found by HOST=%s', async (listens, HOST) => {
  const PORT = await listen(listens, 200)
  expect(await check({ HOST, PORT })).toBe(0)
})

test('a shop that is not ready, or not there, fails the check', async () => {
  const PORT = await listen('127.0.0.1', 503)
  expect(await check({ PORT })).toBe(1)
  close?.()
  expect(await check({ PORT })).toBe(1)
})
