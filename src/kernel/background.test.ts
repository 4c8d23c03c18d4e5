import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobs, type Job, type Jobs, transact, wakeAfterCommit } from './background.ts'
import { type Db, openDatabase } from './db/database.ts'

let lines: { msg: string; job?: string }[]
let jobs: Jobs
beforeEach(() => {
  lines = []
  jobs = createJobs(pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) }))
})
afterEach(() => jobs.stop())

/** A job whose runs go on until they are told to end. */
function heldJob(given: Partial<Job> = {}) {
  const runs: { end: () => void; isStopping: () => boolean }[] = []
  jobs.add({
    name: 'held',
    work: (isStopping) => new Promise((end) => void runs.push({ end, isStopping })),
    ...given,
  })
  return runs
}
const aWhile = () => setTimeout(20)

describe('a job', () => {
  it('never runs twice at the same time, and once more when it was woken meanwhile, however often', async () => {
    const runs = heldJob()
    jobs.wake('held')
    await vi.waitFor(() => expect(runs).toHaveLength(1), { timeout: 20_000 })
    for (const wake of [jobs.wake, jobs.run, jobs.wake, jobs.run]) void wake('held')
    await aWhile()
    expect(runs).toHaveLength(1)
    runs[0]?.end()
    await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 20_000 })
    runs[1]?.end()
    await aWhile()
    expect(runs).toHaveLength(2)
  })

  it('has done what was there before it was asked to run', async () => {
    const runs = heldJob()
    jobs.wake('held')
    await vi.waitFor(() => expect(runs).toHaveLength(1), { timeout: 20_000 })
    let isDone = false
    const asked = jobs.run('held').then(() => {
      isDone = true
    })
    runs[0]?.end()
    await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 20_000 })
    expect(isDone).toBe(false)
    runs[1]?.end()
    await asked
  })

  it('begins at once when it is woken, unless it is to gather', async () => {
    const [now, later] = [vi.fn(), vi.fn()]
    jobs.add({ name: 'now', work: now }, { name: 'later', gatherMs: 20, work: later })
    for (const name of ['now', 'later', 'later']) jobs.wake(name)
    await jobs.run('now')
    expect(now).toHaveBeenCalledOnce()
    expect(later).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(later).toHaveBeenCalledOnce(), { timeout: 20_000 })
  })

  it('that fails is logged with its name, and runs again', async () => {
    const work = vi.fn().mockRejectedValueOnce(new Error('no'))
    jobs.add({ name: 'fails once', work })
    await jobs.run('fails once')
    await jobs.run('fails once')
    expect(work).toHaveBeenCalledTimes(2)
    expect(lines).toMatchObject([{ msg: 'a job failed', job: 'fails once' }])
  })

  it('runs first when all routes are there, or when the process listens, then every so often', async () => {
    const [ready, listening, later] = [vi.fn(), vi.fn(), vi.fn()]
    jobs.add(
      { name: 'ready', first: 'ready', work: ready },
      { name: 'listening', first: 'listening', work: listening },
      { name: 'later', everyMs: 30, work: later },
    )
    jobs.begin('ready')
    await setTimeout(50)
    expect([ready, listening, later].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
    jobs.begin('listening')
    await vi.waitFor(() => expect(later.mock.calls.length).toBeGreaterThan(1), { timeout: 20_000 })
    expect([ready, listening].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('has ended when the jobs are stopped, and does not begin again', async () => {
    const breakOff = vi.fn()
    const runs = heldJob({ breakOff })
    jobs.wake('held')
    await vi.waitFor(() => expect(runs).toHaveLength(1), { timeout: 20_000 })
    jobs.wake('held')
    const stopping = jobs.stop()
    expect(runs[0]?.isStopping()).toBe(true)
    expect(await Promise.race([stopping, aWhile().then(() => 'it still runs')])).toBe('it still runs')
    runs[0]?.end()
    await stopping
    expect(breakOff).toHaveBeenCalledOnce()
    await jobs.run('held')
    expect(runs).toHaveLength(1)
  })

  it('that is not there cannot be woken', () => {
    expect(() => jobs.wake('nothing')).toThrow('there is no job nothing')
  })
})

describe('a transaction', () => {
  let db: Db
  beforeEach(() => {
    db = openDatabase(':memory:')
  })
  afterEach(() => db.destroy())

  it('wakes the jobs that it has queued something for, once each, when it is committed', async () => {
    const wake = vi.fn()
    const result = await transact({ db, jobs: { wake } }, async (tx) => {
      for (const name of ['mails', 'payments', 'mails']) wakeAfterCommit(tx, name)
      expect(wake).not.toHaveBeenCalled()
      return 'done'
    })
    expect(result).toBe('done')
    expect(wake.mock.calls).toEqual([['mails'], ['payments']])
  })

  it('wakes nobody when it is rolled back', async () => {
    const wake = vi.fn()
    const failing = transact({ db, jobs: { wake } }, async (tx) => {
      wakeAfterCommit(tx, 'mails')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(wake).not.toHaveBeenCalled()
  })

  it('queues nothing where nobody would be woken', async () => {
    const queueing = db.transaction().execute(async (tx) => wakeAfterCommit(tx, 'mails'))
    await expect(queueing).rejects.toThrow('transact()')
  })
})
