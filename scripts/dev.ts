import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenNpmIsGone } from '../src/app/npm-is-gone.ts'

// Runs the shop for development, and restarts it when server code changes; Vite brings changed pages into the open page. node --watch would
// also see the config files that Vite writes and removes at each start.

const root = fileURLToPath(new URL('..', import.meta.url))
/** Editors write a file in several steps. */
const SETTLE_MS = 100

const isServerCode = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)web\/|^(routes|entry)/.test(file)

let shop: ChildProcess
let stopping = false
let restarting = false

function start() {
  restarting = false
  shop = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  })
  shop.on('exit', (code) => {
    if (stopping) process.exit(code ?? 0)
    else if (restarting) start()
    else console.log('The shop has stopped. It starts again with the next change.')
  })
}

function restart() {
  if (restarting || stopping) return
  console.log('Server code has changed: starting again')
  if (shop.exitCode !== null) return start()
  restarting = true
  shop.kill()
}

let timer: NodeJS.Timeout | undefined
for (const folder of ['src', 'migrations']) {
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (!file || !isServerCode(file.replaceAll('\\', '/'))) return
    clearTimeout(timer)
    timer = setTimeout(restart, SETTLE_MS)
  })
}

function stop() {
  stopping = true
  if (shop.exitCode === null) shop.kill()
  else process.exit()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
whenNpmIsGone(stop)

start()
