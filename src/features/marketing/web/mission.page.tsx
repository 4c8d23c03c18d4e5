import type { MetaFunction } from 'react-router'
import { sitePicture } from '#features/catalog/pictures/site-pictures.ts'
import { NewsletterBand } from '#features/newsletter/web/newsletter-form.tsx'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'

const workshop = sitePicture('mission-workshop')

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Our mission',
    description:
      'A fair price, paid to the right person: 85% of profits go to producers and 5% to their communities, in 67 countries, since 2019.',
    path: '/mission',
    image: `/media/${workshop.key}/${workshop.widths.at(-1)}.webp`,
  })

export default function MissionPage() {
  const { storeName } = useSettings()
  return (
    <>
      <div className="wrap">
        <div className="grid gap-6 pt-mission-top pb-mission-bottom">
          <h1 className="max-w-[17ch] text-5xl">A fair price, paid to the right person.</h1>
          <p className="max-w-lede-wide text-ink-soft text-lg leading-lede">
            {storeName} is a market for craft and food made by hand, grown without harm and sold without a long line of
            middlemen. We began in 2019 with a simple sum: whoever does the work should keep most of the money.
          </p>
        </div>
        {/* Cropped to its width on a phone, so the file must be wider than the box there. */}
        <Picture
          image={workshop}
          sizes="(min-width: 1488px) 1400px, (min-width: 768px) 94vw, 112vw"
          priority
          className="aspect-3/2 md:aspect-21/9"
        />
        <ProfitSplit storeName={storeName} />
      </div>
      <Numbers storeName={storeName} />
      <HowWeChoose />
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

const splitLook = 'grid gap-9 py-section nav:grid-cols-mission nav:gap-mission'

function ProfitSplit({ storeName }: { storeName: string }) {
  const shares = [
    { color: 'bg-neel-700', title: '85% to producers', text: 'Paid to the workshop or farm that made the goods.' },
    { color: 'bg-madder-700', title: '5% to communities', text: 'Shared with the places the work comes from.' },
    { color: 'bg-haldi-500', title: `10% stays with ${storeName}`, text: 'What is left, to keep the market open.' },
  ]
  return (
    <section aria-labelledby="profit" className={splitLook}>
      <div>
        <h2 id="profit" className="text-3xl">
          Where the profit goes
        </h2>
        <p className="mt-3 max-w-dialog text-ink-soft">
          Of every ₹100 of profit {storeName} makes, ₹90 goes back to the people and places behind the goods.
        </p>
      </div>
      <div>
        <div
          role="img"
          aria-label={`85% to producers, 5% to their communities, 10% kept to run ${storeName}`}
          className="flex h-split-bar"
        >
          <div className="flex-85 bg-neel-700 px-3.5 py-3 font-display font-medium text-3xl text-white leading-none">
            85%
          </div>
          <div className="flex-5 bg-madder-700" />
          <div className="flex-10 bg-haldi-500" />
        </div>
        <ul className="mt-5 grid gap-4 nav:grid-cols-3 nav:gap-6">
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

function Numbers({ storeName }: { storeName: string }) {
  const numbers = [
    { figure: '67', text: `countries with a producer on ${storeName}` },
    { figure: '2019', text: 'the year we were founded' },
    { figure: '2025', text: 'our target year for becoming carbon negative' },
  ]
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

const choices = [
  {
    title: 'Made by hand, or grown with care',
    text: 'Every product comes from a maker or farmer we have reviewed. We read each application ourselves.',
  },
  {
    title: 'Materials that go back to the earth',
    text: 'Cotton, wool, clay, wood, metal, plant dye. Where a piece needs something else, the description says so.',
  },
  {
    title: 'Carbon counted, then cut',
    text: 'We set 2025 as our target year for becoming carbon negative: taking out more carbon than we put in.',
  },
]

function HowWeChoose() {
  return (
    <section aria-labelledby="choose" className={`wrap ${splitLook}`}>
      <h2 id="choose" className="text-3xl">
        How we choose what we sell
      </h2>
      <div className="grid gap-8">
        {choices.map(({ title, text }) => (
          <div key={title} className="border-line pt-5 not-first:border-t first:pt-0">
            <h3 className="mb-1.5 text-xl leading-tight">{title}</h3>
            <p className="max-w-story text-ink-soft">{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
