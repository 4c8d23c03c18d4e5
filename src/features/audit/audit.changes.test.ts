import { expect, test } from 'vitest'
import { changesBetween } from './audit.changes.ts'

test('only what differs is kept, also what was nothing before', () => {
  expect(changesBetween({ Name: 'Bowl', Price: '300' }, { Name: 'Bowl', Price: '250', Weight: '1 kg' })).toEqual([
    { field: 'Price', old: '300', new: '250' },
    { field: 'Weight', old: '', new: '1 kg' },
  ])
  expect(changesBetween({ Name: 'Bowl' }, { Name: 'Bowl' })).toEqual([])
})

test('of a long text the part is kept in which it differs', () => {
  const story = `${'We weave silk. '.repeat(60)}The moth leaves first.`
  const [change] = changesBetween({ Story: story }, { Story: `${story.slice(0, -6)}then.` })
  expect(change?.old).toMatch(/^… .*The moth leaves first\.$/)
  expect(change?.new).toMatch(/^… .*The moth leaves then\.$/)
  expect(change?.old.length).toBeLessThan(100)

  const [shorter] = changesBetween({ Story: story }, { Story: 'Silk.' })
  expect(shorter?.new).toBe('Silk.')
  expect(shorter?.old).toMatch(/^We weave.* …$/s)
})
