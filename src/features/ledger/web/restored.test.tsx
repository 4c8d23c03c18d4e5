import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { LookInStatement } from '#features/orders/web/look-in-statement.tsx'
import { Restores } from '#web/restored-shop.ts'
import { Restored, RestoresPanel } from './restored.tsx'

const restore = {
  at: new Date('2026-11-26T12:40:00Z'),
  numbers: [
    { series: 'orders', called: 'orders', first: 1003, last: 1102 },
    { series: 'invoices', called: 'invoices', first: 7, last: 7 },
  ],
}

function textOf(content: ReactNode) {
  const Stub = createRoutesStub([{ path: '/', Component: () => content }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />).replace(/<[^>]*>/g, '')
}

describe('after a restore', () => {
  it('the office names the numbers that were left out, until somebody has seen it', () => {
    const text = textOf(<Restored restores={[restore]} isSeen={false} />)
    expect(text).toContain('The shop was restored from a backup on 26 Nov 2026, 18:10')
    expect(text).toContain('orders 1003 to 1102 and invoices 7.')
    expect(text).toContain('I have seen it')
    expect(textOf(<Restored restores={[restore]} isSeen />)).toBe('')
    expect(textOf(<Restored restores={[]} isSeen />)).toBe('')
  })

  it('names none where nothing was given out since', () => {
    expect(textOf(<Restored restores={[{ ...restore, numbers: [] }]} isSeen={false} />)).not.toContain('numbers')
    expect(textOf(<RestoresPanel restores={[{ ...restore, numbers: [] }]} />)).toContain(': none')
    expect(textOf(<RestoresPanel restores={[]} />)).toBe('')
  })

  it('whoever refunds an order of the backup by hand is told to look in the statement of the bank, of later ones not', () => {
    const said = (order: number) =>
      textOf(
        <Restores value={[restore]}>
          <LookInStatement order={order} />
        </Restores>,
      )
    expect(said(1002)).toContain('Look in the statement of your bank first')
    expect(said(1103)).toBe('')
  })
})
