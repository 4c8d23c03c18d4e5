import { afterEach, expect, it, vi } from 'vitest'
import { said } from './said-here.ts'
import './said-here.hi.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['en-IN', 'Your session has ended. Log in to go on.'],
  ['hi-IN', 'लॉगिन ख़त्म हो गया है। आगे बढ़ने के लिए फिर से खोलिए।'],
])('what the browser says by itself is in the language of a page in %s', (lang, sentence) => {
  vi.stubGlobal('document', { documentElement: { lang } })
  expect(said('ENDED')).toBe(sentence)
})
