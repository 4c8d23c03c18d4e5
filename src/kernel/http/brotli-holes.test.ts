import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressAround, fillHoles, fitting, HOLE_SPARE } from './brotli-holes.ts'

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const words = ['<div class="grid">', '</div>', 'Indigo ', 'नमस्ते ', '"', '  ', 'सूती & रेशम ', 'x', '\n', '<b>', '₹1,249']

/** Of words that come again and again, as in a page. */
function textOf(roll: (sides: number) => number, bytes: number) {
  const parts: string[] = []
  for (let length = 0; length < bytes; length += Buffer.byteLength(parts.at(-1) ?? ''))
    parts.push(words[roll(words.length)] ?? '')
  return parts.join('')
}

async function holedOf(texts: readonly string[], holes: readonly number[]) {
  const holed = await compressAround(
    texts.map((text) => Buffer.from(text)),
    holes,
  )
  if (!holed) throw new Error('the text could not be compressed around its holes')
  return holed
}

describe('a text that is compressed around its holes', () => {
  it('is read with what fills them, for all lengths of text, hole and tail', async () => {
    const roll = dice(7)
    for (const size of [0, 1, 2, 3, 7, 40, 1000, 16_000, 70_000, 160_000]) {
      for (const count of [1, 2, 5]) {
        const texts = Array.from({ length: count + 1 }, () => textOf(roll, Math.ceil(size / (count + 1))))
        const holes = Array.from({ length: count }, () => HOLE_SPARE + 1 + roll(250))
        const holed = await holedOf(texts, holes)
        for (const tailSize of [0, 1, 5000, 0x10000, 0x10001]) {
          const fillings = holes.map((length) => textOf(roll, length * 2).slice(0, (length - HOLE_SPARE) / 3))
          const tail = textOf(roll, tailSize)
          const filled = fillHoles(
            holed,
            fillings.map((filling, at) => fitting(filling, holes[at] ?? 0) ?? Buffer.of()),
            Buffer.from(tail),
          )
          const expected = texts.map((text, at) => text + padded(fillings[at], holes[at])).join('') + tail
          expect(brotliDecompressSync(filled).toString()).toBe(expected)
        }
      }
    }
  })

  it('has nothing of one filling in the next', async () => {
    const holed = await holedOf(['<b>Namaste ', '</b>'.repeat(500)], [40])
    const withName = (name: string) => fillHoles(holed, [fitting(name, 40) ?? Buffer.of()], Buffer.from('.'))
    const [meera, ravi] = [withName('Meera'), withName('Ravi')]
    expect(withName('Meera').equals(meera)).toBe(true)
    expect(ravi.includes('Meera')).toBe(false)
    expect(brotliDecompressSync(ravi).toString()).toBe(`<b>Namaste ${padded('Ravi', 40)}${'</b>'.repeat(500)}.`)
  })

  it('is no larger than a little more than without holes', async () => {
    const text = textOf(dice(3), 60_000)
    const whole = await holedOf([text], [])
    const holed = await holedOf([text.slice(0, 9000), text.slice(9000)], [100])
    const size = ({ texts }: typeof holed) => texts.reduce((sum, { length }) => sum + length, 0)
    expect(size(holed)).toBeLessThan(size(whole) + 400)
  })

  it('is refused, or read all the same, when it has bytes of no text in it', async () => {
    const roll = dice(11)
    const bytes = Buffer.from(Array.from({ length: 3000 }, () => roll(256)))
    const holed = await compressAround([bytes, Buffer.concat([bytes, bytes])], [200])
    if (!holed) return
    const filling = fitting('Meera', 200) ?? Buffer.of()
    const expected = Buffer.concat([bytes, filling, bytes, bytes])
    expect(brotliDecompressSync(fillHoles(holed, [filling], Buffer.of())).equals(expected)).toBe(true)
  })

  it('is refused when the holes are too long in all', async () => {
    expect(await compressAround([Buffer.from('a'), Buffer.from('b')], [100_000])).toBeUndefined()
  })
})

const padded = (text?: string, length = 0) =>
  text === undefined ? '' : (fitting(text, length)?.toString() ?? 'too long')

describe('a filling', () => {
  it.each([
    ['Meera', 7],
    ['मी', 8],
  ])('%s fits %i bytes, with room for two spaces', (text, length) => {
    expect(fitting(text, length)?.length).toBe(length)
    expect(fitting(text, length)?.toString().endsWith('  ')).toBe(true)
    expect(fitting(text, length - 1)).toBeUndefined()
  })
})
