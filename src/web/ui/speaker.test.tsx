import { createRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { isVoiceOf, type ReadableNode, textOfBlock } from './speaker.rules.ts'
import { Speaker } from './speaker.tsx'

it.each([
  ['hi-IN', true],
  ['hi_IN', true],
  ['hi', true],
  ['en-IN', false],
  ['hil-PH', false],
])('a voice of %s reads Hindi: %s', (voice, reads) => {
  expect(isVoiceOf(voice, 'hi-IN')).toBe(reads)
})

const text = (nodeValue: string): ReadableNode => ({ nodeType: 3, nodeValue, childNodes: [] })
const element = (isSilent: boolean, ...childNodes: ReadableNode[]): ReadableNode => ({
  ...{ nodeType: 1, nodeValue: null, childNodes },
  matches: () => isSilent,
})

it('reads heading, sentence and figures of a card, never its controls', () => {
  const card = element(
    false,
    element(false, text('3 पार्सल\n पैक करने हैं')),
    element(false, text('पहला कल तक'), element(true, text('सुनें'))),
    { nodeType: 8, nodeValue: 'a comment', childNodes: [] },
    element(true, text('पैक हो गया')),
  )
  expect(textOfBlock(card)).toBe('3 पार्सल पैक करने हैं पहला कल तक')
  expect(textOfBlock(null)).toBe('')
})

it.each(['button', 'a[download]', 'svg', '[aria-hidden="true"]', 'details:not([open]) > :not(summary)'])(
  'does not read %s',
  (kind) => {
    const part = { ...element(false, text('CSV')), matches: (silent: string) => silent.split(', ').includes(kind) }
    expect(textOfBlock(element(false, text('3 पार्सल'), part))).toBe('3 पार्सल')
  },
)

it('is left out until the browser says that it has a voice', () => {
  expect(renderToStaticMarkup(<Speaker of={createRef()} label="सुनें" />)).toBe('')
})
