import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from '#testing/program.ts'
import { describeMachine } from '../bench/machine.ts'
import type { Row } from './rows.ts'

/** What the last full run saw, for whoever cites it (`npm run bench -- mix`). */
export const STALLS_FILE = join(root, 'build', 'stalls.json')

const Seen = z.object({
  scenario: z.string(),
  /** From the first request to the last answer. */
  tookMs: z.number(),
  /** The longest turn of the shop's event loop. */
  stallMs: z.number(),
})
export const Stalls = z.object({
  commit: z.string(),
  date: z.string(),
  machine: z.string(),
  isBusy: z.boolean(),
  engines: z.partialRecord(z.enum(['sqlite', 'postgres']), z.array(Seen)),
})
export type Stalls = z.output<typeof Stalls>

/** Writes down what was seen on each engine. */
export function writeStalls(rows: ReadonlyMap<'sqlite' | 'postgres', readonly Row[]>) {
  const engines = Object.fromEntries(
    Array.from(rows, ([engine, seen]) => [
      engine,
      seen.map(({ scenario, ms, sight }) => ({ scenario, tookMs: ms, stallMs: sight.stallMs })),
    ]),
  )
  mkdirSync(dirname(STALLS_FILE), { recursive: true })
  writeFileSync(STALLS_FILE, `${JSON.stringify({ ...describeMachine(), engines }, null, 1)}\n`)
}
