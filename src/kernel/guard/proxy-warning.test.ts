import pino from 'pino'
import { expect, it } from 'vitest'
import { testShop } from '#testing/shop.ts'

/** What the log of a shop says at `warn` and above after requests with X-Forwarded-For from these addresses. */
async function warningsOf(settings: Record<string, string>, ...addresses: string[]) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const shop = await testShop(settings, { log })
  for (const remoteAddress of addresses)
    await shop.request({ url: '/readyz', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
  await shop.close()
  return lines.filter((line) => line.includes('X-Forwarded-For'))
}

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'a proxy at %s that is not trusted is told of once',
  async (proxy) => {
    const warnings = await warningsOf({}, proxy, proxy, proxy)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('set TRUST_PROXY=127.0.0.1')
  },
)

it('nothing is said of a proxy that is trusted, nor of somebody outside who sends the header', async () => {
  expect(await warningsOf({ TRUST_PROXY: '127.0.0.1' }, '127.0.0.1')).toEqual([])
  expect(await warningsOf({}, '198.51.100.7')).toEqual([])
})
