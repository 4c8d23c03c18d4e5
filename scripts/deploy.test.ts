import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCommand } from './start-command.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')

// What the proxies do with it is tried by hand: docs/operations.md says what visitors see.
test('the proxies have visitors wait, or tell them, while the shop starts again', () => {
  expect(read('Caddyfile')).toMatch(/reverse_proxy [^{]+\{[^}]*\blb_try_duration \d+s\b/)
  const nginx = read('nginx.conf')
  for (const place of nginx.matchAll(/proxy_pass http:\/\/haat;\s+(.*)/g))
    expect(place[1]).toMatch(/^error_page 502 504 = @starting/)
  expect(nginx.match(/add_header Retry-After \d+ always;/g)).toHaveLength(2)
})

test('every way to start the shop starts the same, and keeps compiled code', () => {
  expect(read('haat.service')).toContain(`bin/node ${startCommand.args.join(' ')}\n`)
  expect(read('haat.service')).toContain('Environment=NODE_COMPILE_CACHE=')
  expect(read('../Dockerfile')).toMatch(/NODE_COMPILE_CACHE=\S+/)
})
