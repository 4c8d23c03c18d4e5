import type { MetaFunction } from 'react-router'
import { NewsletterBand } from '#features/newsletter/web/newsletter-form.tsx'
import { sitePicture } from '#features/pictures/site-pictures.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta, sharePicture } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'

const workshop = sitePicture('mission-workshop')

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Our mission',
    description:
      '85% of profits to producers, 5% to communities. 67 countries. Carbon negative target 2025. Founded in 2019.',
    path: '/mission',
    image: sharePicture(workshop),
  })

export default function MissionPage() {
  const { storeName } = useSettings()
  return (
    <>
      <div className="wrap">
        <div className="grid gap-6 pt-mission-top pb-mission-bottom">
          <h1 className="text-5xl">Our mission</h1>
          <p className="max-w-lede-wide text-ink-soft text-lg leading-lede">
            {storeName} is an online marketplace for sustainable, artisan and eco-friendly crafts and food. We were
            founded in 2019, and most of our profits go to the producers.
          </p>
        </div>
        {/* Cropped to its width on a phone, so the file must be wider than the box there. */}
        <Picture
          picture={workshop}
          sizes="(min-width: 1488px) 1400px, (min-width: 768px) 94vw, 112vw"
          priority
          className="aspect-3/2 md:aspect-21/9"
        />
        <ProfitSplit />
      </div>
      <Numbers storeName={storeName} />
      <section aria-labelledby="join" className="bg-neel-100">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-6 py-band">
          <div>
            <h2 id="join" className="text-3xl">
              Make something? Sell it here.
            </h2>
            <p className="mt-1.5 max-w-lede text-ink-soft text-lg leading-lede">
              Tell us about your work. It takes about ten minutes.
            </p>
          </div>
          <ButtonLink to="/producerform">Join as Producer</ButtonLink>
        </div>
      </section>
      <NewsletterBand />
    </>
  )
}

const shares = [
  { color: 'bg-neel-700', title: '85%', text: 'of profits to producers' },
  { color: 'bg-madder-700', title: '5%', text: 'of profits to communities' },
]

function ProfitSplit() {
  return (
    <section aria-labelledby="profit" className="grid gap-9 py-section nav:grid-cols-mission nav:gap-mission">
      <h2 id="profit" className="text-3xl">
        Where the profit goes
      </h2>
      <div>
        <div
          role="img"
          aria-label="85% of profits to producers, 5% to communities"
          className="flex h-split-bar bg-kora-deep"
        >
          <div className="flex-85 bg-neel-700 px-3.5 py-3 font-display font-medium text-3xl text-white leading-none">
            85%
          </div>
          <div className="flex-5 bg-madder-700" />
          <div className="flex-10" />
        </div>
        <ul className="mt-5 grid gap-4 nav:grid-cols-2 nav:gap-6">
          {shares.map(({ color, title, text }) => (
            <li key={title} className="grid grid-cols-[1rem_1fr] gap-3">
              <span aria-hidden="true" className={`mt-1.25 size-4 ${color}`} />
              <p>
                <b className="block">{title}</b>
                <span className="text-ink-soft text-sm">{text}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const numbers = [
  { figure: '67', text: 'countries' },
  { figure: '2019', text: 'founded' },
  { figure: '2025', text: 'carbon negative target' },
]

function Numbers({ storeName }: { storeName: string }) {
  return (
    <section aria-label={`${storeName} in numbers`} className="on-dark bg-kajal text-white">
      <dl className="wrap grid py-band md:grid-cols-3">
        {numbers.map(({ figure, text }) => (
          <div
            key={figure}
            className="flex flex-col-reverse justify-end gap-1 border-kajal-line border-t py-5 md:border-t-0 md:border-l md:px-6 md:py-0"
          >
            <dt className="max-w-72 text-ash">{text}</dt>
            <dd className="font-display font-medium text-5xl leading-none">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
