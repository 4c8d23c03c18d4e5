import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { startCommand } from './start-command.ts'

// Starts the shop once, with data that is thrown away, and stops it: what it compiled is then in NODE_COMPILE_CACHE. For the image.

const DEADLINE_MS = 60_000

const dataDir = await mkdtemp(join(tmpdir(), 'haat-warm-'))
const port = await freePort()
const shop = spawn(process.execPath, startCommand.args, {
  stdio: 'inherit',
  env: {
    ...startCommand.env,
    ...process.env,
    ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: '', DATABASE_URL: '', DATA_DIR: dataDir },
  },
})
const ended = once(shop, 'exit')
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
const deadline = performance.now() + DEADLINE_MS
while (shop.exitCode === null && performance.now() < deadline && !(await isReady())) await setTimeout(50)
const wasReady = await isReady()
if (wasReady) await fetch(`http://127.0.0.1:${port}/`)
shop.kill()
await ended
await rm(dataDir, { recursive: true })
if (!wasReady) {
  console.error('The shop did not open')
  process.exit(1)
}
