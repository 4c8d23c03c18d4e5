import { CreditNotes } from '#features/orders/refunds/web/credit-notes.tsx'
import { RupeeGoes } from '#features/orders/web/rupee-goes.tsx'
import { formatRupees, times } from '#shared/money.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, DownloadLink } from '#web/ui/button.tsx'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { Name } from '#web/ui/name.tsx'
import type { Invoice, PaperOrder } from '../invoices.contract.ts'
import {
  buyerLines,
  linesCaption,
  type Paper,
  paperFacts,
  paperSums,
  paperTitle,
  paymentHeading,
  paymentInWords,
  sharesHeading,
} from '../invoices.words.ts'

interface PaperSheetProps {
  paper: Paper
  notes: Invoice['creditNotes']
  pdf: string
  back: { to: string; text: string }
  /** The page that lists the paper's orders. */
  orders: string
}

const cell = 'border-line border-b py-2 align-top'
const figure = `${cell} figures whitespace-nowrap pl-4 text-right`
const columns = {
  Item: `${cell} text-left`,
  Quantity: figure,
  'Unit price': `${figure} max-sm:hidden print:table-cell`,
  Amount: figure,
}
const label = 'heading-plain text-ink-mute text-sm'

export function PaperSheet({ paper, notes, pdf, back, orders }: PaperSheetProps) {
  const { order } = paper
  const [seller, ...sellerDetails] = paper.seller
  return (
    <>
      <Actions pdf={pdf} back={back} />
      <article className="max-w-184 border border-line bg-paper p-5 nav:p-8 print:max-w-none print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
          <div className="wrap-anywhere min-w-0 max-w-80">
            <p className="font-display font-semibold text-xl">{seller}</p>
            {sellerDetails.map((line) => (
              <p key={line} className="text-ink-soft text-sm">
                {line}
              </p>
            ))}
          </div>
          <div className="sm:text-right">
            <h1 className="text-2xl">{paperTitle(paper)}</h1>
            {paperFacts(paper).map((fact) => (
              <p key={fact} className="text-ink-soft text-sm">
                {fact}
              </p>
            ))}
          </div>
        </header>
        <div className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
          <section aria-labelledby="bill-to">
            <h2 id="bill-to" className={label}>
              Bill to
            </h2>
            <Buyer order={order} />
          </section>
          <section aria-labelledby="payment">
            <h2 id="payment" className={label}>
              {paymentHeading(paper)}
            </h2>
            <p>{paymentInWords(paper)}</p>
          </section>
        </div>
        <table className="mt-6 w-full">
          <caption className="sr-only">{linesCaption(paper)}</caption>
          <ColumnHeads columns={columns} className="text-sm" />
          <tbody>
            {order.items.map((item) => (
              <Item key={item.product._id} item={item} />
            ))}
          </tbody>
        </table>
        <dl className="mt-4 ml-auto grid max-w-72 break-inside-avoid grid-cols-2 gap-y-1">
          {paperSums(paper).map(({ name, text, isTotal }) => (
            <div key={name} className={`contents ${isTotal ? 'font-semibold' : ''}`}>
              <dt>{name}</dt>
              <dd className="figures text-right">{text}</dd>
            </div>
          ))}
        </dl>
        {order.shares && (
          <section aria-labelledby="rupee" className="mt-6 break-inside-avoid border-line border-t pt-5">
            <h2 id="rupee" className={`mb-2 ${label}`}>
              {sharesHeading}
            </h2>
            <RupeeGoes shares={order.shares} makers="the makers" storeName={paper.storeName} thin />
          </section>
        )}
      </article>
      <CreditNotes notes={notes} page={(number) => `${orders}/${order._id}/credit-note/${number}`} />
    </>
  )
}

function Actions({ pdf, back }: Pick<PaperSheetProps, 'pdf' | 'back'>) {
  const hydrated = useHydrated()
  return (
    <div className="mb-5 flex max-w-184 flex-wrap items-center justify-between gap-3 print:hidden">
      <BackLink to={back.to}>{back.text}</BackLink>
      <div className="flex flex-wrap gap-3">
        <DownloadLink href={pdf}>Download PDF</DownloadLink>
        {hydrated && (
          <Button size="sm" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
    </div>
  )
}

function Buyer({ order }: { order: PaperOrder }) {
  const [name, ...lines] = buyerLines(order)
  return (
    <address className="wrap-anywhere not-italic">
      <b>
        <Name>{name}</Name>
      </b>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}

/** On a phone the price of one is below its name. */
function Item({ item }: { item: PaperOrder['items'][number] }) {
  const { product, quantity } = item
  const unitPrice = formatRupees(product.offerPrice)
  return (
    <tr className="break-inside-avoid">
      <td className={`${cell} wrap-anywhere`}>
        <Name>{product.name}</Name>
        {product.weight && <span className="block text-ink-mute text-sm">{product.weight}</span>}
        <span className="block text-ink-mute text-sm sm:hidden print:hidden">{unitPrice} each</span>
      </td>
      <td className={figure}>{quantity}</td>
      <td className={`${figure} max-sm:hidden print:table-cell`}>{unitPrice}</td>
      <td className={figure}>{formatRupees(times(product.offerPrice, quantity))}</td>
    </tr>
  )
}
