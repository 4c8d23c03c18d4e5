import { Link, type MetaFunction } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { MailLink, PlainPage, PlainSection } from './plain-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description: 'How to reach us about an order, about your work or about anything else.',
    path: '/contact',
  })

const questions = [
  { text: 'Cancel an order, or something arrived damaged', to: '/returns' },
  { text: 'What we keep about you', to: '/privacy' },
  { text: 'Sell your work here', to: '/producerform' },
]

export default function ContactPage() {
  const { storeName, supportEmail, legal } = useSettings()
  const { name, address, grievanceOfficer } = legal
  return (
    <PlainPage title="Contact" lede={`How to reach ${storeName}.`}>
      <PlainSection title="By email">
        <p className="text-lg">
          <MailLink to={supportEmail} className="touch" />
        </p>
        <p>For a question about an order, please give its number. You find it in My Orders and in our mail.</p>
      </PlainSection>
      <PlainSection title="Often asked">
        <ul>
          {questions.map(({ text, to }) => (
            <li key={to}>
              <Link to={to} prefetch="intent" className="link inline-flex min-h-11 items-center">
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </PlainSection>
      {(name || address) && (
        <PlainSection title="Who we are">
          <address className="wrap-anywhere whitespace-pre-line not-italic">
            {[name, address].filter(Boolean).join('\n')}
          </address>
        </PlainSection>
      )}
      {grievanceOfficer && (
        <PlainSection title="Grievance officer">
          <p className="wrap-anywhere">{grievanceOfficer}</p>
        </PlainSection>
      )}
    </PlainPage>
  )
}
