import { expect, it } from 'vitest'
import { type Slot, toSlot, withLost } from './slot.ts'

const picture = (key: string) => ({ key, alt: '', width: 1, height: 1, widths: [], avif: false })
const file = new File(['photo'], 'a.jpg')

it('a photo that is gone from the shop has failed, and goes again where its file is at hand', () => {
  const chosen: Slot = { ...toSlot(picture('a')), id: 'chosen-1', file, preview: 'blob:a' }
  const slots = [chosen, toSlot(picture('b')), toSlot(picture('c'))]
  expect(withLost(slots, ['a', 'b'], 'Add it again')).toEqual([
    { id: 'chosen-1', state: 'failed', percent: 0, file, preview: 'blob:a', canTryAgain: true },
    { id: 'b', state: 'failed', percent: 0, why: 'Add it again' },
    toSlot(picture('c')),
  ])
})
