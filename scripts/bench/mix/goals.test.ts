import { expect, it } from 'vitest'
import { judge, memoryAtMost, noneLost, shareAtLeast } from './goals.ts'

const side = { perSecond: 10, p50Ms: 1, p95Ms: 2, p99Ms: 3, requests: 100, failed: 0, cpuMs: 1 }

it('holds a share against the least that it may be, and says what ran beside it', () => {
  const own = { ...side, share: 0.298 }
  const [check] = judge('visitors', [shareAtLeast(0.3, 'one kept page')], own, { ...side, share: 0.02 })
  expect(check).toEqual({
    what: 'visitors',
    measured: '0.30 of one kept page',
    beside: '0.02 of one kept page',
    wanted: '≥ 0.30 of one kept page',
    reached: false,
  })
})

it('holds memory against the most, and lets nothing be lost', () => {
  const checks = judge('mix', [memoryAtMost(320), noneLost], { ...side, memoryMb: 320, lost: 1 }, undefined)
  expect(checks.map(({ wanted, reached }) => [wanted, reached])).toEqual([
    ['≤ 320 MB', true],
    ['none', false],
  ])
})

it('says nothing of what was not measured', () => {
  expect(judge('new page', [shareAtLeast(0.2, 'React alone')], side, undefined)).toEqual([])
})
