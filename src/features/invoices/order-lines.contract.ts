import { OrderFilters } from '#features/orders/orders.contract.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'

const lines = {
  access: 'seller',
  rights: ['orders', 'money'],
  isHeavy: true,
  query: OrderFilters,
} as const

/** For accounts: price, tax and maker of each line, and the references under which its money came and went back. No buyer is in it. */
export const exportOrderLines = endpoint('GET', '/api/order/lines.csv', {
  ...lines,
  summary: 'Orders as CSV, a row a line',
  file: CSV_TYPE,
})

export const exportOrderLinesXlsx = endpoint('GET', '/api/order/lines.xlsx', {
  ...lines,
  summary: 'Orders as .xlsx, a row a line',
  file: XLSX_TYPE,
})
