import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { categories } from '#features/catalog/catalog.categories.ts'
import { listNewest } from '#features/catalog/catalog.contract.ts'
import { CategoryWall } from '#features/catalog/list/web/category-wall.tsx'
import { toCardProduct } from '#features/catalog/list/web/pack-cards.ts'
import { type CardProduct, ProductCard, ProductGrid } from '#features/catalog/list/web/product-card.tsx'
import { NewsletterBand } from '#features/newsletter/web/newsletter-form.tsx'
import { sitePicture } from '#features/pictures/site-pictures.ts'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { PERCENTAGES_UNREAD } from '#features/prices/prices.shares.words.ts'
import { listSamples } from '#features/producers/producers.contract.ts'
import { producerUrl } from '#features/producers/producers.rules.ts'
import type { Answer } from '#shared/endpoint.ts'
import { nameLang } from '#shared/name-lang.ts'
import { apiContext, type ShopSettings } from '#web/api-context.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { JsonLd } from '#web/ui/json-ld.tsx'
import { Name } from '#web/ui/name.tsx'
import { NotShown } from '#web/ui/not-shown.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { shopFigures } from './shop-figures.ts'
import { shopJsonLd } from './shop-json-ld.ts'
import { type Story, stories } from './stories.ts'

/** "On the stalls now" shows the newest in stock. */
const NEWEST = 4

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Artisan and eco-friendly goods',
    description:
      `Cloth, clay, wood, paint and spice: artisan and eco-friendly goods. ${sayShares(loaderData?.percentages ?? UNREAD)}`.trim(),
    path: '/',
  })

const sayShares = (percentages: Percentages | typeof UNREAD) =>
  percentages === UNREAD
    ? ''
    : `${percentages.producer}% of profits go to producers and ${percentages.community}% to communities.`

export async function loader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const [list, samples, percentages] = await Promise.all([
    readPart(api(listNewest, { query: { families: '1', limit: String(NEWEST) } })),
    readPart(api(listSamples)),
    readPart(api(getPercentages)),
  ])
  return {
    percentages,
    newest: list === UNREAD ? UNREAD : list.products.map(toCardProduct),
    told: samples === UNREAD ? UNREAD : storiesOf(samples),
  }
}

/** Those of the sample producers that are in the shop; a shop that has none yet may tell all of them. */
function storiesOf({ producers, storiesOnly }: Answer<typeof listSamples>) {
  const inShop = new Set(producers.map(({ _id }) => _id))
  return {
    stories: stories
      .map((story) => ({ ...story, hasPage: inShop.has(story.producer._id) }))
      .filter(({ hasPage }) => hasPage || storiesOnly),
    areSamples: storiesOnly,
  }
}

export default function HomePage() {
  const { percentages, newest, told } = useLoaderData<typeof loader>()
  return (
    <>
      <JsonLd data={shopJsonLd(useSettings())} />
      <Hero percentages={percentages} />
      <ShopByCategory />
      {newest === UNREAD || newest.length > 0 ? <OnTheStalls products={newest} /> : null}
      {told === UNREAD && (
        <div className="wrap pt-section">
          <NotShown>The stories of our producers did not load.</NotShown>
        </div>
      )}
      {told !== UNREAD && told.stories.length > 0 && <Stories {...told} />}
      <MissionTeaser percentages={percentages} />
      <NewsletterBand />
    </>
  )
}

const hero = sitePicture('hero-still-life')

function Hero({ percentages }: { percentages: Percentages | typeof UNREAD }) {
  return (
    <section className="grid bg-kora md:grid-cols-12">
      <div className="relative aspect-4/3 overflow-hidden bg-kora-deep md:order-2 md:col-span-6 md:aspect-auto nav:col-span-7 md:min-h-hero">
        {/* Cropped to its height, so the file must be wider than the box. */}
        <Picture
          picture={hero}
          sizes="(min-width: 768px) 92vw, 130vw"
          priority
          className="absolute inset-0 size-full"
          imgClassName="object-right"
        />
      </div>
      <div className="grid content-center justify-items-start gap-4 px-gutter pt-7 pb-9 md:col-span-6 md:gap-5.5 md:py-12 nav:col-span-5 md:pl-hero-edge">
        <h1 className="text-5xl">Market day, any day.</h1>
        <p className="max-w-lede text-ink-soft text-lg leading-lede">
          {`Cloth, clay, wood, paint and spice. ${sayShares(percentages)}`}
        </p>
        <div className="mt-2 flex w-full max-w-85 flex-wrap justify-between gap-x-1 gap-y-3 nav:max-w-none nav:justify-start nav:gap-x-4">
          <ButtonLink to="/products">Shop all products</ButtonLink>
          <ButtonLink to="/producers" variant="quiet" className="max-lg:px-0">
            Meet the producers
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

const tiles = categories.map((category) => ({ ...category, picture: sitePicture(category.picture) }))

function ShopByCategory() {
  return (
    <section aria-labelledby="categories" className="on-dark bg-kajal pt-wall-top pb-wall-bottom text-white">
      <div className="wrap">
        <h2 id="categories" className="mb-6 text-3xl">
          Shop by category
        </h2>
        <CategoryWall tiles={tiles} picture="aspect-(--aspect-category)" />
      </div>
    </section>
  )
}

function OnTheStalls({ products }: { products: CardProduct[] | typeof UNREAD }) {
  return (
    <section aria-labelledby="newest" className="wrap pt-section">
      <div className={sectionHeadClasses}>
        <h2 id="newest" className="text-3xl">
          On the stalls now
        </h2>
        <Link to="/products" prefetch="intent" className="link touch">
          See all products
        </Link>
      </div>
      {products === UNREAD ? (
        <NotShown>The newest products did not load.</NotShown>
      ) : (
        <ProductGrid columns="four">
          {products.map((product, index) => (
            // Three columns leave the fourth alone in its row.
            <ProductCard
              key={product._id}
              product={product}
              heading="h3"
              lazy
              className={index === NEWEST - 1 ? 'md:max-xl:hidden' : ''}
            />
          ))}
        </ProductGrid>
      )}
    </section>
  )
}

interface StoriesProps {
  stories: (Story & { hasPage: boolean })[]
  /** A real shop tells them before it has producers, and says what they are. */
  areSamples: boolean
}

function Stories({ stories, areSamples }: StoriesProps) {
  return (
    <section id="producers" aria-labelledby="producers-heading" className="wrap pt-section">
      <div className={sectionHeadClasses}>
        <h2 id="producers-heading" className="text-3xl">
          {areSamples ? 'Sample stories' : 'Who you are buying from'}
        </h2>
        <Link to="/producerform" className="link touch">
          Join as Producer
        </Link>
      </div>
      <div className="grid gap-12 md:flex md:gap-stories">
        {stories.map(({ picture, alt, quote, producer, name, about, more, hasPage }, index) => (
          <article
            key={name}
            className={`min-w-0 md:basis-0 ${index === 0 ? 'md:grow-7' : 'md:grow-5 md:pt-story-drop'}`}
          >
            <div
              className={`mb-6 aspect-3/2 overflow-hidden bg-kora-deep ${index === 0 ? 'md:aspect-5/4' : 'md:aspect-4/5'}`}
            >
              <img
                src={picture}
                alt={alt}
                width={1000}
                height={1000}
                loading="lazy"
                className="size-full object-cover object-[50%_25%]"
              />
            </div>
            <blockquote className="max-w-story text-pretty font-display text-2xl leading-quote tracking-display">
              “{quote}”
            </blockquote>
            <p className="mt-4 leading-hint">
              <b lang={nameLang(name)} className="block">
                {name}
              </b>
              <span className="text-ink-soft">{about}</span>
            </p>
            <p className="mt-3 max-w-story text-ink-soft">{more}</p>
            {hasPage && (
              <p className="mt-2">
                <Link
                  to={producerUrl(producer._id)}
                  prefetch="intent"
                  className="link inline-flex min-h-11 items-center"
                >
                  Meet&nbsp;<Name>{producer.name}</Name>
                </Link>
              </p>
            )}
          </article>
        ))}
      </div>
    </section>
  )
}

const figuresOf = (
  percentages: Percentages | typeof UNREAD,
  { countries, carbonNegativeIn }: ShopSettings['claims'],
) => [
  ...(percentages === UNREAD
    ? []
    : [
        { figure: `${percentages.producer}%`, text: 'of profits to producers' },
        { figure: `${percentages.community}%`, text: 'of profits to communities' },
      ]),
  ...shopFigures({ countries, carbonNegativeIn }),
]

function MissionTeaser({ percentages }: { percentages: Percentages | typeof UNREAD }) {
  const { claims } = useSettings()
  return (
    <section aria-labelledby="mission" className="on-dark mt-section bg-neel-900 text-white">
      <div className="wrap grid gap-9 py-band-deep nav:grid-cols-2 nav:items-center nav:gap-20">
        <div>
          <h2 id="mission" className="text-4xl">
            Where the profit goes
          </h2>
          <p className="mt-5 mb-7 max-w-lg text-lg text-neel-200">
            {`${claims.founded ? `We were founded in ${claims.founded}. ` : ''}This is what we share${claims.carbonNegativeIn ? ', and what we aim for' : ''}.`}
          </p>
          {percentages === UNREAD && <NotShown className="mb-7">{PERCENTAGES_UNREAD}</NotShown>}
          <ButtonLink to="/mission" variant="light">
            Read our mission
          </ButtonLink>
        </div>
        <dl className="grid grid-cols-2 gap-6">
          {figuresOf(percentages, claims).map(({ figure, text }) => (
            <div key={figure} className="flex flex-col-reverse justify-end border-neel-500 border-t pt-3">
              <dt className="max-w-52 text-neel-200 text-sm leading-hint">{text}</dt>
              <dd className="font-display font-medium text-4xl leading-none">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

const sectionHeadClasses = 'mb-7 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2'
