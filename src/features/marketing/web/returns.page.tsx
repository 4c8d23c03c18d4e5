import { Link, type MetaFunction } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { listLook, MailLink, PlainPage, PlainSection } from './plain-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Returns and cancellations',
    description: 'How to cancel an order, and what to do when something arrives damaged or is not what you ordered.',
    path: '/returns',
  })

export default function ReturnsPage() {
  const { supportEmail, onlinePayment } = useSettings()
  return (
    <PlainPage
      title="Returns and cancellations"
      lede="How to cancel an order, and what to do when something is not right with it."
    >
      <PlainSection title="Changed your mind?">
        <p>
          Until we have packed your order you can cancel it yourself, in{' '}
          <Link to="/my-orders" className="link">
            My Orders
          </Link>
          .{' '}
          {onlinePayment
            ? 'What you paid online is refunded the way you paid it; with cash on delivery you have paid nothing by then.'
            : 'You have paid nothing by then.'}
        </p>
      </PlainSection>
      <PlainSection title="Damaged, or not what you ordered?">
        <p>
          Please write to <MailLink to={supportEmail} /> soon after it arrives, and put these in the mail:
        </p>
        <ul className={listLook}>
          <li>the number of the order, from My Orders or from our mail</li>
          <li>what is wrong, in a sentence</li>
          <li>a photo of it, and of the parcel if that is damaged too</li>
        </ul>
        <p>
          Please keep the goods and the packing until you have our answer. We will tell you there what happens next.
          {onlinePayment && ' What you paid by card is refunded to the card.'} What you paid in cash is refunded by UPI
          or bank transfer. My Orders shows how much was refunded, with a credit note for what went back.
        </p>
      </PlainSection>
      <PlainSection title="Made by hand">
        <p>
          No two pieces are quite the same: a shade, a knot or a fingerprint in the clay belongs to the work. When you
          are unsure whether something is a fault, ask us.
        </p>
      </PlainSection>
    </PlainPage>
  )
}
