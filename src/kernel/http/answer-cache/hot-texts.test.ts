import { expect, it } from 'vitest'
import { createHotTexts } from './hot-texts.ts'

const send = ({ textOf }: ReturnType<typeof createHotTexts>, body: Buffer, times: number) => {
  for (let count = 0; count < times; count++) expect(textOf(body)).toBe(body.toString('latin1'))
}

it('keeps the texts of what is sent again and again, and of nothing else', () => {
  const texts = createHotTexts()
  send(texts, Buffer.from([0, 65, 200, 255]), 1)
  expect(texts.size().texts).toBe(0)
  send(texts, Buffer.from('often'), 100)
  expect(texts.size().texts).toBe(1)
})

it('keeps a megabyte at most', () => {
  const texts = createHotTexts()
  for (let at = 0; at < 40; at++) send(texts, Buffer.alloc(64 * 1024, at), 100)
  const { texts: kept, bytes } = texts.size()
  expect(kept).toBe(15)
  expect(bytes).toBeLessThanOrEqual(1024 * 1024)
})
