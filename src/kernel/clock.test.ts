import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { openClock } from './clock.ts'

/** Clocks that a test moves. */
function clocks() {
  const at = { wall: Date.parse('2026-11-26T10:00:00Z'), steady: 5000, sinceBoot: 90_000, database: 0 }
  at.database = at.wall
  return {
    at,
    sources: { wall: () => at.wall, steady: () => at.steady, sinceBoot: () => at.sinceBoot },
    pass(ms: number) {
      for (const name of ['wall', 'steady', 'sinceBoot', 'database'] as const) at[name] += ms
    },
    sleep(ms: number) {
      for (const name of ['wall', 'sinceBoot', 'database'] as const) at[name] += ms
    },
  }
}

describe('the clock of a process', () => {
  it('says what the machine says, and follows small corrections', async () => {
    const { at, sources, pass } = clocks()
    const clock = await openClock(sources)
    pass(HOUR_MS)
    at.wall += 2 * MINUTE_MS
    expect([clock.now().getTime(), clock.doubt()]).toEqual([at.wall, undefined])
  })

  it.each([
    ['a year ahead', 365 * DAY_MS],
    ['an hour back', -HOUR_MS],
  ])('goes on without a jump %s, says so, and takes no notice once the clock is right again', async (_, jump) => {
    const { at, sources, pass } = clocks()
    const clock = await openClock(sources)
    at.wall += jump
    pass(1000)
    expect(clock.now().getTime()).toBe(at.wall - jump)
    expect(clock.doubt()).toEqual({ kind: 'jump', byMs: jump })
    expect(clock.shown().getTime()).toBe(at.wall)
    at.wall -= jump
    expect([clock.now().getTime(), clock.doubt()]).toEqual([at.wall, undefined])
  })

  it('takes the time that a person confirms', async () => {
    const { at, sources } = clocks()
    const clock = await openClock(sources)
    at.wall += 3 * DAY_MS
    clock.accept()
    expect([clock.now().getTime(), clock.doubt()]).toEqual([at.wall, undefined])
  })

  it('knows that the machine slept', async () => {
    const { at, sources, sleep, pass } = clocks()
    const clock = await openClock(sources)
    sleep(8 * HOUR_MS)
    expect([clock.now().getTime(), clock.doubt()]).toEqual([at.wall, undefined])
    pass(MINUTE_MS)
    at.wall += DAY_MS
    expect(clock.doubt()).toEqual({ kind: 'jump', byMs: DAY_MS })
  })
})

describe('with a database on another machine', () => {
  async function opened(wallOff = 0) {
    const all = clocks()
    all.at.wall += wallOff
    const clock = await openClock({ ...all.sources, database: async () => all.at.database })
    return { ...all, clock }
  }

  it.each([DAY_MS, -DAY_MS])('goes by that one where the own clock is %i ms off, and says so', async (off) => {
    const { clock, at, pass } = await opened(off)
    pass(HOUR_MS)
    expect(clock.now().getTime()).toBe(at.database)
    expect(clock.doubt()).toMatchObject({ kind: 'jump' })
    // Somebody says that the database is right.
    clock.accept()
    expect([clock.now().getTime(), clock.doubt()]).toEqual([at.database, undefined])
  })

  it('does not go along when that one jumps, until a person confirms it', async () => {
    const { clock, at } = await opened()
    at.database += 40 * DAY_MS
    await clock.compare()
    expect([clock.now().getTime(), clock.doubt()]).toEqual([at.wall, { kind: 'jump', byMs: 40 * DAY_MS }])
    expect(clock.shown().getTime()).toBe(at.database)
    clock.accept()
    expect([clock.now().getTime(), clock.doubt()]).toEqual([at.database, undefined])
  })
})
