import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { getLedger, type Ledger } from '#features/ledger/ledger.contract.ts'
import { belongToMakers } from '#features/ledger/ledger.words.ts'
import { NewsletterBand } from '#features/newsletter/web/newsletter-form.tsx'
import { sitePicture } from '#features/pictures/site-pictures.ts'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { PERCENTAGES_UNREAD, profitAndPrice } from '#features/prices/prices.shares.words.ts'
import { formatMonth } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { apiContext } from '#web/api-context.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { pageMeta, settingsOf, sharePicture } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { NotShown } from '#web/ui/not-shown.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { shopFacts, shopFigures } from './shop-figures.ts'

const workshop = sitePicture('mission-workshop')

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const percentages = loaderData?.percentages ?? UNREAD
  const shared =
    percentages === UNREAD
      ? ''
      : `${percentages.producer}% of profits to producers, ${percentages.community}% to communities.`
  return pageMeta(matches, {
    title: 'Our mission',
    description: `${shared}${shopFacts(settingsOf(matches).claims)}`.trim(),
    path: '/mission',
    image: sharePicture(workshop),
  })
}

export async function loader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const [percentages, answer] = await Promise.all([readPart(api(getPercentages)), readPart(api(getLedger))])
  return { percentages, sold: answer === UNREAD ? UNREAD : soldInMonth(answer.ledger) }
}

/** What was sold in the month that it is now, and what of it belongs to the makers; undefined while nothing was. */
const soldInMonth = ({ month, sums, percent, paidSoFar, percentages, numbers }: Ledger) =>
  sums === null || paidSoFar === null || percent === null
    ? undefined
    : {
        month: formatMonth(month),
        toMakers: formatRupees(sums.toMakers),
        rest: `of ${formatRupees(sums.total)} ${belongToMakers(percent, paidSoFar)}`,
        joined: percentages && profitAndPrice(percent, percentages.producer, 'the makers'),
        demo: numbers?.demo,
      }

export default function MissionPage() {
  const { storeName, claims } = useSettings()
  const { percentages, sold } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="wrap">
        <div className="grid gap-6 pt-mission-top pb-mission-bottom">
          <h1 className="max-w-headline text-5xl">A fair price, paid to the right person.</h1>
          <p className="max-w-lede-wide text-ink-soft text-lg leading-lede">
            {`${storeName} is an online marketplace for sustainable, artisan and eco-friendly crafts and food. ${claims.founded ? `We were founded in ${claims.founded}, and most` : 'Most'} of our profits go to the producers.`}
          </p>
        </div>
        {/* Cropped to its width on a phone, so the file must be wider than the box there. */}
        <Picture
          picture={workshop}
          sizes="(min-width: 1488px) 1400px, (min-width: 768px) 94vw, 112vw"
          priority
          className="aspect-3/2 md:aspect-21/9"
        />
        <section aria-labelledby="profit" className="grid gap-9 py-section nav:grid-cols-mission nav:gap-mission">
          <h2 id="profit" className="text-3xl">
            Where the profit goes
          </h2>
          <div>
            {percentages === UNREAD ? (
              <NotShown>{PERCENTAGES_UNREAD}</NotShown>
            ) : (
              <ProfitSplit percentages={percentages} storeName={storeName} />
            )}
            {sold === UNREAD ? (
              <NotShown className="mt-6">What was sold this month did not load.</NotShown>
            ) : (
              <LiveFigure sold={sold} />
            )}
          </div>
        </section>
      </div>
      <Numbers storeName={storeName} />
      <Rules />
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

function ProfitSplit({ percentages, storeName }: { percentages: Percentages; storeName: string }) {
  const { producer, community, shop } = percentages
  const shares = [
    { look: 'share bg-neel-700', percent: producer, title: `${producer}%`, text: 'of profits to producers' },
    { look: 'share bg-madder-700', percent: community, title: `${community}%`, text: 'of profits to communities' },
    { look: 'share bg-haldi-500', percent: shop, title: `${shop}%`, text: `of profits stay with ${storeName}` },
  ]
  return (
    <>
      <div
        role="img"
        aria-label={`${producer}% of profits to producers, ${community}% to communities, ${shop}% stay with ${storeName}`}
        className="flex h-split-bar"
      >
        {shares.map(({ look, percent, title }, at) => (
          <div
            key={look}
            className={`basis-0 overflow-hidden font-display font-medium text-3xl text-white leading-none ${look}`}
            style={{ flexGrow: percent }}
          >
            {at === 0 && <span className="block px-3.5 py-3">{title}</span>}
          </div>
        ))}
      </div>
      <ul className="mt-5 grid gap-4 nav:grid-cols-3 nav:gap-6">
        {shares.map(({ look, title, text }) => (
          <li key={look} className="grid grid-cols-[1rem_1fr] gap-3">
            <span aria-hidden="true" className={`mt-1.25 size-4 ${look}`} />
            <p>
              <b className="block">{title}</b>
              <span className="text-ink-soft text-sm">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** That it is so can be looked up. */
function LiveFigure({ sold }: { sold: ReturnType<typeof soldInMonth> }) {
  return (
    <p className="mt-6 border-line border-t pt-4">
      {sold ? (
        <span>
          {`${sold.month}, so far: `}
          <b>{sold.toMakers}</b> {sold.rest} {sold.joined}
          {sold.demo && (
            <>
              {' '}
              <DemoMark of={sold} /> <span>These sales are invented.</span>
            </>
          )}
        </span>
      ) : (
        <span>Once a parcel has arrived and its money has come, the ledger shows how the sale was shared.</span>
      )}{' '}
      <Link to="/ledger" className="link">
        See the ledger
      </Link>
    </p>
  )
}

function Numbers({ storeName }: { storeName: string }) {
  const numbers = shopFigures(useSettings().claims)
  if (numbers.length === 0) return null
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

const rules = [
  {
    title: 'Made by hand, or grown with care',
    text: 'Whoever wants to sell here tells us who they are and how they work. A person reads each application.',
  },
  {
    title: 'Natural materials first',
    text: 'We look for cotton, wool, clay, wood, metal and plant dye. Where a piece needs something else, its description is to say so.',
  },
  { title: 'Carbon counted, then cut', text: 'Our target year for becoming carbon negative is 2025.' },
]

function Rules() {
  return (
    <section aria-labelledby="rules" className="wrap grid gap-9 py-section nav:grid-cols-mission nav:gap-mission">
      <h2 id="rules" className="text-3xl">
        How we choose what we sell
      </h2>
      <div>
        {rules.map(({ title, text }) => (
          <div key={title} className="border-line py-5 not-first:border-t first:pt-0">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1 max-w-prose text-ink-soft">{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
