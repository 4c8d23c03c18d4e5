import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Percentages } from '#features/catalog/catalog.percentages.ts'
import { getPercentages } from '#features/catalog/percentages.contract.ts'
import { getLedger, type Ledger } from '#features/ledger/ledger.contract.ts'
import { NewsletterBand } from '#features/newsletter/web/newsletter-form.tsx'
import { sitePicture } from '#features/pictures/site-pictures.ts'
import { formatMonth } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { apiContext } from '#web/api-context.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta, sharePicture } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'

const workshop = sitePicture('mission-workshop')

/** The shop's promise from its beginning, where those of today cannot be read. */
const PROMISED: Percentages = { producer: 85, community: 5, shop: 10 }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const { producer, community } = loaderData?.percentages ?? PROMISED
  return pageMeta(matches, {
    title: 'Our mission',
    description: `${producer}% of profits to producers, ${community}% to communities. 67 countries. Carbon negative target 2025. Founded in 2019.`,
    path: '/mission',
    image: sharePicture(workshop),
  })
}

/** The page does without either when it cannot be read. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const [percentages = PROMISED, answer] = await Promise.all([
    api(getPercentages).catch(() => undefined),
    api(getLedger).catch(() => undefined),
  ])
  return { percentages, sold: answer && soldInMonth(answer.ledger) }
}

/** What was sold in the month that it is now, and what of it went to the makers; undefined while nothing was. */
const soldInMonth = ({ month, sums, percent }: Ledger) =>
  percent === null
    ? undefined
    : { month: formatMonth(month), toMakers: formatRupees(sums.toMakers), total: formatRupees(sums.total), percent }

export default function MissionPage() {
  const { storeName } = useSettings()
  const { percentages, sold } = useLoaderData<typeof loader>()
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
        <ProfitSplit percentages={percentages}>
          <LiveFigure sold={sold} />
        </ProfitSplit>
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

function ProfitSplit({ percentages, children }: { percentages: Percentages; children: ReactNode }) {
  const { producer, community, shop } = percentages
  const shares = [
    { color: 'bg-neel-700', title: `${producer}%`, text: 'of profits to producers' },
    { color: 'bg-madder-700', title: `${community}%`, text: 'of profits to communities' },
  ]
  return (
    <section aria-labelledby="profit" className="grid gap-9 py-section nav:grid-cols-mission nav:gap-mission">
      <h2 id="profit" className="text-3xl">
        Where the profit goes
      </h2>
      <div>
        <div
          role="img"
          aria-label={`${producer}% of profits to producers, ${community}% to communities`}
          className="flex h-split-bar bg-kora-deep"
        >
          <div
            className="basis-0 overflow-hidden bg-neel-700 font-display font-medium text-3xl text-white leading-none"
            style={{ flexGrow: producer }}
          >
            <span className="block px-3.5 py-3">{producer}%</span>
          </div>
          <div className="basis-0 bg-madder-700" style={{ flexGrow: community }} />
          <div className="basis-0" style={{ flexGrow: shop }} />
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
        {children}
      </div>
    </section>
  )
}

/** That it is so can be looked up. */
function LiveFigure({ sold }: { sold: ReturnType<typeof soldInMonth> }) {
  return (
    <p className="mt-6 border-line border-t pt-4">
      {sold ? (
        <>
          {sold.month}, so far: <b>{sold.toMakers}</b> of {sold.total} went to the makers, {sold.percent}%.
        </>
      ) : (
        'Who gets what of a sale stands in the ledger as soon as its parcel has arrived and its money has come.'
      )}{' '}
      <Link to="/ledger" className="link">
        See the ledger
      </Link>
    </p>
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
