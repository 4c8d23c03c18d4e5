import { Link, type MetaFunction } from 'react-router'
import { notReturnableText, returnsText, returnWayText } from '#features/catalog/catalog.returns.ts'
import { countDays } from '#shared/reading/day-range.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { listLook, MailLink, PlainPage, PlainSection, stepsLook } from './plain-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Returns and cancellations',
    description: 'How to cancel an order, how to return goods, and what to do when something arrives damaged.',
    path: '/returns',
  })

export default function ReturnsPage() {
  const { supportEmail, onlinePayment, returnDays } = useSettings()
  return (
    <PlainPage title="Returns and cancellations" lede={`${returnsText(returnDays)}.`}>
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
      <PlainSection title="Returning goods">
        {returnDays === 0 ? (
          <p>Goods cannot be returned, except when they came damaged or are not what you ordered.</p>
        ) : (
          <>
            <p>
              Ask for it within {countDays(returnDays)} of the delivery, and keep the goods unused until then. Food, and
              what is made to measure, cannot be returned; each such product says so before you order it: “
              {notReturnableText}”.
            </p>
            <ol className={stepsLook}>
              <li>
                Open{' '}
                <Link to="/my-orders" className="link">
                  My Orders
                </Link>{' '}
                and press Return or exchange. Choose the pieces, say why, add photos if something is wrong with them,
                and whether you would like your money back or an exchange for the same item.
              </li>
              <li>
                We look at it and answer by mail, with the address that it goes to. You may withdraw it until then.
              </li>
              <li>Pack it as it came. {returnWayText} We write to you when it has arrived.</li>
              <li>
                <span>{onlinePayment && 'What you paid by card is refunded to the card. '}</span>What you paid in cash
                is refunded by UPI or bank transfer. An exchange is sent to your address, and costs nothing.
              </li>
              <li>My Orders shows each step and how much was refunded, with a credit note for what went back.</li>
            </ol>
          </>
        )}
      </PlainSection>
      <PlainSection title="Damaged, or not what you ordered?">
        <p>
          <span>
            {returnDays > 0
              ? 'Ask for a return in My Orders, with photos. If it is not offered there, please'
              : 'Please'}
          </span>{' '}
          write to <MailLink to={supportEmail} /> soon after it arrives, and put these in the mail:
        </p>
        <ul className={listLook}>
          <li>the number of the order, from My Orders or from our mail</li>
          <li>what is wrong, in a sentence</li>
          <li>a photo of it, and of the parcel if that is damaged too</li>
        </ul>
        <p>
          Please keep the goods and the packing until you have our answer. We will tell you there what happens next.
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
