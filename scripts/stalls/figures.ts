import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '#testing/program.ts'
import { describeMachine } from '../machine.ts'
import type { Row } from './rows.ts'

const FILE = join(root, 'build', 'stalls.json')

/** Writes down what was seen on each engine. */
export function writeStalls(rows: ReadonlyMap<'sqlite' | 'postgres', readonly Row[]>) {
  const engines = Object.fromEntries(
    Array.from(rows, ([engine, seen]) => [
      engine,
      seen.map(({ scenario, ms, sight }) => ({ scenario, tookMs: ms, stallMs: sight.stallMs })),
    ]),
  )
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify({ ...describeMachine(), engines }, null, 1)}\n`)
}
