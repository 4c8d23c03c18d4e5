import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DemoMark } from './demo-mark.tsx'

it('says what it means, to who points at it and to who hears it', () => {
  const html = renderToStaticMarkup(<DemoMark of={{ demo: true }} />)
  expect(html).toContain('title="Invented, part of the demo"')
  expect(html.replace(/<[^>]+>/g, '')).toBe('Demo. Invented, part of the demo')
})

it('is not there beside what people did', () => {
  expect(renderToStaticMarkup(<DemoMark of={{}} />)).toBe('')
})
