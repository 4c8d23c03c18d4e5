import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { getEarnings } from '#features/producers/earnings.contract.ts'
import { isProducerId } from '#features/producers/producer-id.ts'
import { getProducer } from '#features/producers/producers.contract.ts'
import { pictureSource, producerUrl, storyExcerpt } from '#features/producers/producers.rules.ts'
import { Pager } from '#features/producers/web/pager.tsx'
import { Cover, Portrait } from '#features/producers/web/producer-pictures.tsx'
import { placeOf, type ShownProducer, shownProducer, yearsAt } from '#features/producers/web/shown-producer.ts'
import { Specialties } from '#features/producers/web/specialties.tsx'
import type { Api } from '#shared/api-client.ts'
import { formatMonth } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { nameLang } from '#shared/name-lang.ts'
import { apiContext } from '#web/api-context.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { notFoundPage } from '#web/not-found-page.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { pageMeta, sharePicture } from '#web/seo.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { Name } from '#web/ui/name.tsx'
import { NotShown } from '#web/ui/not-shown.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { listProducts, type Product } from '../../catalog.contract.ts'
import { toCardProduct } from './pack-cards.ts'
import { ProductCard, ProductGrid } from './product-card.tsx'
import { CARDS_PER_PAGE, cards } from './product-list.loader.ts'

const DESCRIPTION_LENGTH = 160

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) => {
  if (!loaderData) return pageMeta(matches, { title: 'Not found', path: location.pathname, noindex: true })
  const { producer, page } = loaderData
  const path = producerUrl(producer._id)
  return pageMeta(matches, {
    title: page > 1 ? `${producer.name}, page ${page}` : producer.name,
    description: storyExcerpt(`${placeOf(producer)}. ${producer.story}`, DESCRIPTION_LENGTH),
    path: page > 1 ? `${path}?page=${page}` : path,
    ...imageOf(producer),
    type: 'article',
  })
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const id = params.id ?? ''
  const asked = new URL(request.url).searchParams.get('page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(asked)) throw data(null, { status: 404 })
  const [producer, earned, list] = await Promise.all([
    findProducer(api, id),
    findEarnings(api, id),
    readPart(api(listProducts, { query: { producer: id, ...cards, page: asked, limit: String(CARDS_PER_PAGE) } })),
  ])
  if (list === UNREAD) return { producer, earned, page: 1, pages: 1, products: UNREAD }
  const { products, page, pages } = list
  return { producer, earned, page, pages, products: products.map(toOwnCard) }
}

function imageOf({ cover, coverImageUrl }: ShownProducer) {
  if (cover) return { image: sharePicture(cover) }
  return coverImageUrl ? { image: { src: pictureSource(coverImageUrl).src } } : {}
}

/** Whose page it is stands above. */
const toOwnCard = ({ maker, ...product }: Product) => toCardProduct(product)

async function findProducer(api: Api, id: string) {
  if (!isProducerId(id)) throw data(null, { status: 404 })
  try {
    return shownProducer((await api(getProducer, { params: { id } })).producer)
  } catch (error) {
    throw notFoundPage(error)
  }
}

/** What the producer earned, with their consent only. */
async function findEarnings(api: Api, producer: string) {
  const found = await readPart(api(getEarnings, { params: { producer } }))
  if (found === UNREAD) return UNREAD
  if (!found.earnings) return undefined
  const { amount, orders, since } = found.earnings
  return { amount: formatRupees(amount), orders, since: formatMonth(since) }
}

export default function ProducerPage() {
  const { producer, earned, products, page, pages } = useLoaderData<typeof loader>()
  const { _id, name, story, specialties, yearsInBusiness } = producer
  return (
    <div key={_id} className="wrap pb-section">
      <Breadcrumbs
        items={[
          { text: 'Home', to: '/' },
          { text: 'Producers', to: '/producers' },
          { text: name, to: producerUrl(_id) },
        ]}
      />
      <Cover producer={producer} sizes="94vw" className="-mx-gutter aspect-3/2 md:mx-0 md:aspect-21/9" />
      <div className="grid gap-8 pt-7 lg:grid-cols-mission lg:gap-mission lg:pt-10">
        <div className="grid content-start gap-5">
          <div className="flex items-center gap-5">
            <Portrait producer={producer} className="size-24 flex-none rounded-full md:size-32" />
            <div className="min-w-0">
              <h1 lang={nameLang(name)} className="wrap-anywhere text-3xl">
                {name}
              </h1>
              <p className="wrap-anywhere mt-1.5 text-ink-soft">{placeOf(producer)}</p>
              <p className="text-ink-soft">
                <span>{yearsAt(yearsInBusiness)}</span> <DemoMark of={{ demo: producer.isDemo || undefined }} />
              </p>
            </div>
          </div>
          <Specialties list={specialties} />
          {earned === UNREAD && (
            <NotShown>
              We could not find out whether <Name>{name}</Name> tells what they earned here.
            </NotShown>
          )}
          {earned && earned !== UNREAD && <Earned {...earned} />}
        </div>
        <div className="grid max-w-prose content-start gap-4">
          {story.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph} className="wrap-anywhere whitespace-pre-line">
              {paragraph.trim()}
            </p>
          ))}
        </div>
      </div>
      <Stitch tone="ash" className="my-10 md:my-14" />
      <section aria-labelledby="products">
        <h2 id="products" className="wrap-anywhere mb-6 text-3xl">
          Made by <Name>{name}</Name>
        </h2>
        <Stall products={products} />
        <Pager path={producerUrl(_id)} page={page} pages={pages} />
      </section>
    </div>
  )
}

function Stall({ products }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'products'>) {
  if (products === UNREAD) return <NotShown>The products did not load.</NotShown>
  return products.length > 0 ? (
    <ProductGrid columns="four">
      {products.map((product) => (
        <ProductCard key={product._id} product={product} heading="h3" lazy />
      ))}
    </ProductGrid>
  ) : (
    <p className="max-w-prose text-ink-soft">
      Nothing on the stall yet. Look at{' '}
      <Link to="/products" prefetch="intent" className="link">
        what other producers make
      </Link>
      .
    </p>
  )
}

function Earned({ amount, orders, since }: { amount: string; orders: number; since: string }) {
  return (
    <section aria-labelledby="earned" className="bg-kora p-5 md:p-7">
      <h2 id="earned" className="heading-plain text-ink-soft text-sm">
        Earned so far on {useSettings().storeName}
      </h2>
      <p className="mt-1 font-semibold text-3xl">{amount}</p>
      <p className="mt-1.5 text-sm">
        In {orders === 1 ? '1 order' : `${orders.toLocaleString('en-IN')} orders`} since {since}. Delivered and paid
        for; returns are taken off.
      </p>
      <p className="mt-4 text-sm">
        <Link to="/ledger" className="link touch">
          See it in the ledger
        </Link>
      </p>
    </section>
  )
}
