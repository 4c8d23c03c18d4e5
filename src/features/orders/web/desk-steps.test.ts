import { expect, it } from 'vitest'
import { MAX_MOVED } from '../orders.desk.ts'
import { printPath } from './desk-steps.ts'

it('the address that prints as many orders as can be chosen is one that every server takes', () => {
  const orders = Array.from({ length: MAX_MOVED }, (_, at) => 999_999_000 + at)
  expect(printPath('picking,slips,labels', { orders }).length).toBeLessThan(4096)
})
