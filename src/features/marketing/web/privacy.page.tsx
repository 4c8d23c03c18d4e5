import { Link, type MetaFunction } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { listLook, MailLink, PlainPage, PlainSection } from './plain-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy',
    description:
      'What this shop keeps about you, why, who sees it, and how to have it deleted. No trackers, no advertising.',
    path: '/privacy',
  })

/** Says what the software does; what the owner does beyond it stands with the owner. */
export default function PrivacyPage() {
  const { storeName, supportEmail, onlinePayment, legal } = useSettings()
  return (
    <PlainPage
      title="Privacy"
      lede={`What ${storeName} keeps about you, why, and how to have it deleted. We show no advertising and use no trackers.`}
    >
      <PlainSection title="What we keep">
        <ul className={listLook}>
          <li>
            <b>Your account:</b> name, email address, whether you have confirmed it, and a scrambled form of your
            password, which nobody can read back.
          </li>
          <li>
            <b>Your cart:</b> in this browser; with an account also with us, so that it is the same on every device.
          </li>
          <li>
            <b>Your addresses:</b> as you typed them, until you delete them.
          </li>
          <li>
            <b>Your orders:</b> what you ordered, for how much, where it went, whether it is paid and what happened to
            it.
          </li>
          <li>
            <b>Invoices and credit notes:</b> your name and address as they were on the day, without email address and
            mobile number.
          </li>
          <li>
            <b>Where you are logged in:</b> the kind of browser and when you last used it, so that you can log a device
            out.
          </li>
          <li>
            <b>The newsletter:</b> your email address and whether you have confirmed it, until you unsubscribe.
          </li>
          <li>
            <b>Products you wait for:</b> your email address and the product, until 30 days after we have told you that
            it is back, or until you stop it.
          </li>
          <li>
            <b>Producers’ applications:</b> what is in the form. Once approved, everything but email address and mobile
            number is on the producer’s page.
          </li>
          <li>
            <b>Our mails to you:</b> what we have written to you about orders, your account or an application, for 30
            days.
          </li>
        </ul>
        <p>
          We keep no record of the pages you look at. To stop abuse, the server counts tries from one network address,
          for an hour at most.
        </p>
      </PlainSection>
      <PlainSection title="Who sees it">
        <ul className={listLook}>
          <li>We do, to send and support your orders.</li>
          <li>The courier, for your name, address and mobile number.</li>
          {onlinePayment && (
            <li>
              Our payment partner, when you pay online: what you order and for how much. Card numbers go to the partner
              only; we never see them.
            </li>
          )}
        </ul>
        <p>
          We sell your data to nobody. Photos of producers may come from other sites; your browser does not tell those
          sites which page you are on.
        </p>
      </PlainSection>
      <PlainSection title="Cookies and storage in your browser">
        <ul className={listLook}>
          <li>A cookie that keeps you logged in. It goes when you log out, and after 14 days without a visit.</li>
          <li>Your cart, and cookies with it for the cart page and for what you add before a page has fully loaded.</li>
          <li>The draft of a producer’s application, until it is sent or the tab is closed.</li>
        </ul>
        <p>
          Nothing else, and nothing from anybody else.
          <span>
            {onlinePayment && ' Our payment partner’s page is the partner’s own and may keep something of its own.'}
          </span>
        </p>
      </PlainSection>
      <PlainSection title="See it, change it, delete it">
        <p>
          With an account you can see and change your details, download all of it and delete the account. Orders stay in
          our books, without your name, street, email address and mobile number. Invoices and credit notes stay as they
          were written, with your name and address: they are tax papers, which we must keep unchanged. For everything
          else write to <MailLink to={supportEmail} />
          <span>{legal.grievanceOfficer && `, or to our grievance officer: ${legal.grievanceOfficer}`}</span>. How to
          reach us is also on the{' '}
          <Link to="/contact" className="link">
            contact page
          </Link>
          .
        </p>
      </PlainSection>
    </PlainPage>
  )
}
