import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { categories, categoryUrl } from '#features/catalog/catalog.categories.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Selvedge } from '#web/ui/stitch.tsx'
import { useFrame } from './frame-words.ts'
import { useLanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'

interface FooterGroup {
  title: string
  links: { text: string; url?: string | undefined }[]
}

const inFooter = ['Textiles-and-clothing', 'Pottery-Ceramics', 'Food-Spices']
const shown = categories.filter((category) => inFooter.includes(category.path))

/** A social page without an address stays plain text. */
function useGroups(): FooterGroup[] {
  const { storeName, supportEmail, social } = useSettings()
  const { say, to } = useFrame()
  return [
    {
      title: say('Shop'),
      links: [
        { text: say('All Products'), url: '/products' },
        ...shown.map(({ text, path }) => ({ text: say(text), url: categoryUrl(path) })),
      ],
    },
    {
      title: storeName,
      links: [
        { text: say('Home'), url: '/' },
        { text: say('About Us'), url: '/mission' },
        { text: say('Mission'), url: '/mission' },
        { text: say('The ledger'), url: '/ledger' },
        { text: say('Privacy'), url: '/privacy' },
      ],
    },
    {
      title: say('Producers'),
      links: [
        { text: say('Join as Producer'), url: to('/producerform') },
        { text: say('Seller login'), url: '/seller' },
      ],
    },
    {
      title: say('Help'),
      links: [
        { text: say('Contact us'), url: `mailto:${supportEmail}` },
        { text: say('Help and address'), url: '/contact' },
        { text: say('Returns'), url: '/returns' },
        ...social.map(({ name, url }) => ({ text: name, url })),
      ],
    },
  ]
}

export function Footer() {
  const { storeName, legal, claims } = useSettings()
  const { say, founded, about } = useFrame()
  const Switch = useLanguageSwitch()
  const year = new Date().getFullYear()
  const facts = [
    legal.name,
    legal.address,
    legal.grievanceOfficer && `${say('Grievance officer')}: ${legal.grievanceOfficer}`,
  ].filter(Boolean)
  return (
    <footer className="on-dark print:hidden">
      <Selvedge />
      <div className="bg-kajal text-white">
        <div className="wrap grid gap-10 pt-12 pb-8 nav:grid-cols-footer nav:pt-16">
          <div>
            <Logo mark="text-haldi-500" />
            <p className="mt-4 max-w-footnote text-ash">
              {about ?? (
                <>
                  A market for artisan and <span className="whitespace-nowrap">eco-friendly</span> goods.
                </>
              )}
            </p>
          </div>
          <nav aria-label={say('Footer')} className="grid grid-cols-2 gap-x-6 gap-y-8 nav:grid-cols-4">
            {useGroups().map(({ title, links }) => (
              <div key={title}>
                <h2 className="heading-plain mb-2 text-ash text-sm">{title}</h2>
                <ul>
                  {links.map(({ text, url }) => (
                    <li key={text}>
                      <Target url={url}>{text}</Target>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-kajal-line border-t pt-5 text-ash text-sm nav:col-span-full">
            <p>
              © <span suppressHydrationWarning>{year}</span> {storeName}. {say('Prices in Indian rupees (₹).')}
            </p>
            {claims.founded && <p>{founded(claims.founded)}</p>}
            {Switch && <Switch place="footer" />}
            {facts.length > 0 && <p className="basis-full">{facts.join(' · ')}</p>}
          </div>
        </div>
      </div>
    </footer>
  )
}

function Target({ url, children }: { url: string | undefined; children: ReactNode }) {
  const look = 'inline-block py-1.25 touch'
  const linkLook = `${look} underline-offset-link hover:underline`
  if (url === undefined) return <span className={look}>{children}</span>
  if (url.startsWith('/'))
    return (
      <Link to={url} className={linkLook}>
        {children}
      </Link>
    )
  return (
    <a href={url} className={linkLook} {...(url.startsWith('http') ? { rel: 'noopener' } : {})}>
      {children}
    </a>
  )
}
