import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetKept, keep, readKept, readKeptTexts } from './kept-drafts.ts'

/** What a browser's storage does here: its keys are its own properties. */
class Storage {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const [savita, sunita] = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'] as const

beforeEach(() => vi.stubGlobal('localStorage', new Storage()))
afterEach(() => vi.unstubAllGlobals())

it('a shared phone keeps what each person typed, for them alone', () => {
  keep(savita, 'story', { name: 'Matti' })
  expect(readKept(sunita, 'story')).toBeUndefined()
  keep(sunita, 'story', { name: 'Bina', count: 1 })
  expect([readKept(savita, 'story'), readKeptTexts(sunita, 'story')]).toEqual([{ name: 'Matti' }, { name: 'Bina' }])
})

it('who logs out leaves nothing of their own behind, and takes nothing of another’s', () => {
  for (const person of [savita, sunita]) for (const what of ['story', 'piece-new']) keep(person, what, { name: person })
  localStorage.setItem('haat-cart', '{}')
  forgetKept(savita)
  expect(Object.keys(localStorage)).toEqual([
    ...['story', 'piece-new'].map((what) => `haat-workshop-${sunita}-${what}`),
    'haat-cart',
  ])
})

it('a browser that stores nothing says so', () => {
  vi.stubGlobal('localStorage', undefined)
  expect([keep(savita, 'story', {}), readKept(savita, 'story')]).toEqual([false, undefined])
  expect(() => forgetKept(savita)).not.toThrow()
})
