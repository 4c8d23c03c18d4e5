import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDockerfile } from './dockerfile.ts'
import { startCommand } from './start-command.ts'

const root = join(import.meta.dirname, '..')
const { stages, env, install, healthCheck, command } = await readDockerfile(join(root, 'Dockerfile'))
const left = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')

test('the image gets files that are there, and that .dockerignore lets through', () => {
  const copied = Object.values(stages)
    .flat()
    .filter(({ from }) => from === undefined)
    .flatMap(({ sources }) => sources)
  expect(copied).toContain('src')
  for (const source of copied) {
    expect(existsSync(join(root, source)), source).toBe(true)
    expect(left).not.toContain(source.split('/')[0])
  }
})

test('it installs what the lock file says, and no more than the shop runs on', () => {
  expect(install).toEqual(expect.arrayContaining(['npm', 'ci', '--omit=dev', '--no-workspaces']))
  expect(stages.shop?.filter(({ sources }) => sources.join().includes('node_modules'))).toEqual([
    { from: 'packages', sources: ['/app/node_modules'], target: 'node_modules' },
  ])
})

test('it starts the shop as npm start does, and its health check needs no shell', () => {
  expect(command).toEqual(['node', ...startCommand.args])
  expect(env).toMatchObject({ NODE_ENV: 'production', NODE_COMPILE_CACHE: '/app/compiled' })
  expect(healthCheck[0]).toBe('node')
  expect(existsSync(join(root, healthCheck[1] ?? ''))).toBe(true)
})
