import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { NO_MONEY, paise } from '#shared/money.ts'
import { RupeeBar } from './rupee-bar.tsx'

const vase = {
  maker: paise(820_00),
  producer: paise(450_50),
  costs: paise(240_00),
  community: paise(26_50),
  shop: paise(53_00),
}

function htmlOf(bar: React.ReactNode) {
  const Page = createRoutesStub([{ path: '/', Component: () => bar }])
  return renderToStaticMarkup(<Page />)
}
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const partsByLook: Record<string, string> = {
  'bg-neel-700': 'maker',
  'share-striped': 'producer',
  'bg-kora-deep': 'costs',
  'bg-madder-700': 'community',
  'bg-haldi-500': 'shop',
  'share-unstated': 'unstated',
  'bg-white': 'tax',
}
/** The parts that have a piece of the bar, which grows with their amount. */
const partsInBar = (html: string) =>
  [...html.matchAll(/class="share (?:[^"]*?)([\w-]+)" style="flex:/g)].map(([, look = '']) => partsByLook[look])

describe('the bar of a price', () => {
  it('says all parts in their order, to the eye and to a screen reader', () => {
    const html = htmlOf(
      <RupeeBar shares={vase} total="Price">
        <b>₹1,270.50</b> of these ₹1,590.00 go to Matti Pottery Collective.
      </RupeeBar>,
    )
    expect(partsInBar(html)).toEqual(['maker', 'producer', 'costs', 'community', 'shop'])
    expect(html).toContain(
      'aria-label="Maker’s price ₹820.00; Maker’s part of the profit ₹450.50; Packing and courier ₹240.00; Community ₹26.50; the shop ₹53.00"',
    )
    expect(textOf(html)).toBe(
      '₹1,270.50 of these ₹1,590.00 go to Matti Pottery Collective. Maker’s price ₹820.00 Maker’s part of the profit ₹450.50 Packing and courier ₹240.00 Community ₹26.50 the shop ₹53.00 Price ₹1,590.00',
    )
  })

  it('explains each part where the percentages are known', () => {
    const text = textOf(
      htmlOf(<RupeeBar shares={vase} total="Price" percentages={{ producer: 80, community: 7, shop: 13 }} />),
    )
    for (const line of [
      'What the maker asked for the work',
      '80% of what is left',
      '7% of what is left',
      '13% of what is left',
    ])
      expect(text).toContain(line)
  })

  it('leaves what is 0 out of the bar, not of the legend', () => {
    const html = htmlOf(
      <RupeeBar
        shares={{ ...vase, costs: NO_MONEY, community: NO_MONEY }}
        tax={{ name: 'Tax (2%)', amount: paise(26_47) }}
        total="Total"
      />,
    )
    expect(partsInBar(html)).toEqual(['maker', 'producer', 'shop', 'tax'])
    expect(textOf(html)).toContain(
      'Packing and courier ₹0.00 Community ₹0.00 the shop ₹53.00 Tax (2%) ₹26.47 Total ₹1,349.97',
    )
  })

  it('shows of a loss what goes out, and who bears it', () => {
    const html = htmlOf(
      <RupeeBar
        shares={{
          maker: paise(1200_00),
          costs: paise(450_00),
          producer: NO_MONEY,
          community: NO_MONEY,
          shop: paise(-60_00),
        }}
        total="Price"
      >
        Nobody reads this.
      </RupeeBar>,
    )
    expect(partsInBar(html)).toEqual(['maker', 'costs'])
    expect(textOf(html)).toMatch(
      /^This price leaves no profit. ₹1,650.00 go out, ₹1,590.00 come in. the shop bears ₹60.00 on each piece. Maker’s price/,
    )
    expect(textOf(html)).toMatch(/the shop −₹60.00 Price ₹1,590.00$/)
  })

  it('draws pieces without a stated price as wide as they are, and says them like the other parts', () => {
    const html = htmlOf(
      <RupeeBar
        shares={vase}
        unstated={paise(100_00)}
        tax={{ name: 'Tax (2%)', amount: paise(33_80) }}
        total="Total"
      />,
    )
    expect(partsInBar(html)).toEqual(['maker', 'producer', 'costs', 'community', 'shop', 'unstated', 'tax'])
    const widths = [...html.matchAll(/style="flex:(\d+)/g)].map(([, width]) => Number(width))
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1723_80)
    expect(html).toContain('the shop ₹53.00; Maker’s price not stated yet ₹100.00; Tax (2%) ₹33.80"')
    expect(textOf(html)).toMatch(/Maker’s price not stated yet ₹100.00 Tax \(2%\) ₹33.80 Total ₹1,723.80$/)
  })

  it('is a sentence where no price is stated', () => {
    expect(htmlOf(<RupeeBar shares={null} total="Price" />)).toBe(
      '<p class="">The maker’s price is not stated yet.</p>',
    )
  })
})
