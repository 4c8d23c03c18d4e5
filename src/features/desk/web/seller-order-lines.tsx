import { exportOrderLines, exportOrderLinesXlsx } from '#features/invoices/order-lines.contract.ts'
import { hrefOf } from '#shared/endpoint.ts'

interface OrderLinesProps {
  query: Record<string, string | undefined>
  csvHint: string
}

/** The same orders for accounts, with price, tax, maker and references of each line. */
export const OrderLines = ({ query, csvHint }: OrderLinesProps) => (
  <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm">
    <span>For accounts, with a row for each line:</span>
    <a
      href={hrefOf(exportOrderLines, { query })}
      download
      title={csvHint}
      className="link inline-flex min-h-11 items-center"
    >
      CSV<span className="sr-only"> with a row for each line</span>
    </a>
    <a href={hrefOf(exportOrderLinesXlsx, { query })} download className="link inline-flex min-h-11 items-center">
      Excel<span className="sr-only"> file with a row for each line</span>
    </a>
  </p>
)
