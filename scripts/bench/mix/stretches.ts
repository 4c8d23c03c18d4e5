import { existsSync, readFileSync } from 'node:fs'
import { STALLS_FILE, Stalls } from '../../stalls/figures.ts'
import type { Check } from '../checks.ts'
import type { Engine } from '../options.ts'

/** Nothing may hold the main thread for longer at a stretch, in a shop of 100,000 products and 200,000 orders. */
const MOST_MS = 50
const NAMES = /^(export|import|seller's orders|price filter|one letter)/

/** What `npm run stalls` saw when it ran last; undefined where it did not. */
export const readStretches = () =>
  existsSync(STALLS_FILE) ? Stalls.parse(JSON.parse(readFileSync(STALLS_FILE, 'utf8'))) : undefined

/** The longest stretch of each thing that reads or writes a lot, as `npm run stalls` saw it on this engine. */
export const stretchesOf = (engine: Engine, stalls: Stalls | undefined): Check[] =>
  (stalls?.engines[engine] ?? [])
    .filter(({ scenario }) => NAMES.test(scenario))
    .map(({ scenario, stallMs }) => ({
      what: `main thread at a stretch: ${scenario}`,
      measured: `${Math.round(stallMs)} ms`,
      wanted: `≤ ${MOST_MS} ms`,
      reached: stallMs <= MOST_MS,
    }))
