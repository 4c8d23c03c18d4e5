import type { Ref } from 'react'
import { data, Link, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { AddToCart, BuyNow } from '#features/cart/web/add-to-cart.tsx'
import { categoryUrl, findCategory, productUrl } from '#features/catalog/catalog.categories.ts'
import { getProduct, listProducts, MAX_RELATED, type Product } from '#features/catalog/catalog.contract.ts'
import { type DeliveryDates, deliveryDates, deliveryDaysOf } from '#features/catalog/catalog.delivery.ts'
import { TAX_PERCENT } from '#features/catalog/catalog.tax.ts'
import { getProducer } from '#features/producers/producers.contract.ts'
import { producerUrl } from '#features/producers/producers.rules.ts'
import type { Api } from '#shared/api-client.ts'
import { isId } from '#shared/ids.ts'
import { apiContext, settingsContext } from '#web/api-context.ts'
import { useInView } from '#web/hooks/use-in-view.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { notFoundPage } from '#web/not-found-page.ts'
import { pageMeta } from '#web/seo.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { JsonLd } from '#web/ui/json-ld.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { ProductCard, ProductGrid, toCardProduct } from './product-card.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { productJsonLd } from './product-json-ld.ts'
import { columnsClasses } from './product-skeleton.tsx'
import { StockLine } from './stock-words.tsx'
import { TellMe } from './tell-me.tsx'

/** The element counts as on the screen while it is below it: only leaving upwards is told. */
const ANYWHERE_BELOW = '0px 0px 100000px 0px'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const product = loaderData?.product
  if (!product)
    return pageMeta(matches, {
      title: 'Not found',
      description: 'This product is not here.',
      path: location.pathname,
      noindex: true,
    })
  return pageMeta(matches, {
    title: product.name,
    description: [product.name, ...product.description].join('. ').slice(0, 160),
    path: productUrl(product),
    type: 'product',
    image: product.image[0],
  })
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  if (!isId(params.id)) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const category = findCategory(params.category ?? '')?.path
  const [{ product }, related] = await Promise.all([
    api(getProduct, { params: { id: params.id } }).catch((error: unknown) => {
      throw notFoundPage(error)
    }),
    // One more than is shown: the product itself may be among them. The page does without them when they fail.
    category
      ? api(listProducts, { query: { category, inStock: '1', limit: String(MAX_RELATED + 1) } }).catch(() => undefined)
      : undefined,
  ])
  // Not a permanent redirect: a product may change its category, and back.
  if (params.category?.toLowerCase() !== product.category.toLowerCase()) throw redirect(productUrl(product), 302)
  const others = (related?.products ?? []).filter(({ _id }) => _id !== product._id).slice(0, MAX_RELATED)
  const arrives = product.inStock
    ? deliveryDates(deliveryDaysOf(product.deliveryDays, context.get(settingsContext).deliveryDays), new Date())
    : undefined
  return { product, arrives, maker: await findMaker(api, product.producer), related: others.map(toCardProduct) }
}

/** Who made it, when that is known. The page does without when the question fails. */
async function findMaker(api: Api, id: string | undefined) {
  if (id === undefined) return undefined
  const found = await api(getProducer, { params: { id } }).catch(() => undefined)
  return found && { _id: found.producer._id, name: found.producer.name }
}
type Maker = Awaited<ReturnType<typeof findMaker>>

export default function ProductPage() {
  const { product, arrives, maker, related } = useLoaderData<typeof loader>()
  const { publicUrl } = useSettings()
  const [buyButtons, areInView] = useInView(ANYWHERE_BELOW)
  const category = findCategory(product.category)

  return (
    <>
      <div className="wrap pb-section">
        <Breadcrumbs
          items={[
            { text: 'Home', to: '/' },
            { text: 'All Products', to: '/products' },
            ...(category ? [{ text: category.text, to: categoryUrl(category.path) }] : []),
            { text: product.name, to: productUrl(product) },
          ]}
        />
        <JsonLd data={productJsonLd(product, publicUrl)} />
        <div key={product._id} className={columnsClasses}>
          <ProductGallery name={product.name} pictures={product.images} />
          <Details product={product} arrives={arrives} maker={maker} buyButtons={buyButtons} />
        </div>
        {related.length > 0 ? (
          <section aria-labelledby="related" className="pt-section">
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="related" className="text-3xl">
                More in {category?.text}
              </h2>
              <Link to={categoryUrl(product.category)} prefetch="intent" className="link">
                See all
              </Link>
            </div>
            <ProductGrid columns="five">
              {related.map((other) => (
                <ProductCard key={other._id} product={other} heading="h3" columns="five" />
              ))}
            </ProductGrid>
          </section>
        ) : null}
      </div>
      <BuyBar product={product} shown={areInView === false} />
    </>
  )
}

const assurances: { icon: IconName; text: string }[] = [
  { icon: 'cash', text: 'Cash on delivery available. Pay when it reaches you.' },
]
/** Only where there is a producer. */
const ofProducers = { icon: 'people', text: '85% of profits go to producers' } as const

interface DetailsProps {
  product: Product
  /** Undefined where it cannot be ordered. */
  arrives: DeliveryDates | undefined
  maker: Maker
  buyButtons: Ref<HTMLDivElement>
}

function Details({ product, arrives, maker, buyButtons }: DetailsProps) {
  const category = findCategory(product.category)
  return (
    <div className="grid min-w-0 content-start gap-3 md:gap-4 lg:sticky lg:top-6 lg:grow-5 lg:basis-0">
      <div>
        <p className="text-sm">
          <Link to={categoryUrl(product.category)} prefetch="intent" className="link">
            {category?.text}
          </Link>
        </p>
        <h1 className="wrap-anywhere mt-1.5 text-3xl">{product.name}</h1>
        {maker ? (
          <p className="wrap-anywhere mt-1.5 text-ink-soft">
            Made by{' '}
            <Link to={producerUrl(maker._id)} prefetch="intent" className="link">
              {maker.name}
            </Link>
          </p>
        ) : null}
      </div>
      <Rating size="page" />
      <div>
        <Price pricePaise={product.price} offerPricePaise={product.offerPrice} size="page" />
        <p className="text-ink-mute text-sm leading-hint">{`Plus ${TAX_PERCENT}% tax at checkout. Shipping is free.`}</p>
      </div>
      <StockLine product={product} />
      {product.inStock ? null : (
        <>
          <Notice tone="wait">Out of stock for now</Notice>
          <TellMe product={product} />
        </>
      )}
      {/* The stepper needs the room of both columns. */}
      <div ref={buyButtons} className="grid gap-2.5 lg:not-has-[[role=group]]:grid-cols-2">
        <AddToCart product={product} look="page" />
        <BuyNow product={product} />
      </div>
      <ul className="grid gap-2 text-sm">
        {(maker ? [...assurances, ofProducers] : assurances).map(({ icon, text }) => (
          <li key={icon} className="flex items-start gap-3">
            <Icon name={icon} className="text-neel-700" />
            {text}
          </li>
        ))}
        <DeliveryFacts arrives={arrives} />
      </ul>
      <Stitch />
      {product.description.length > 0 ? (
        <div>
          <h2 className="heading-plain mb-3 text-lg leading-snug">About this piece</h2>
          <ul className="grid list-disc gap-1.75 pl-4.5 marker:text-madder-700">
            {product.description.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-ink-mute">Weight</dt>
        <dd>{keepUnit(product.weight) ?? 'N/A'}</dd>
        <dt className="text-ink-mute">Category</dt>
        <dd>{category?.text}</dd>
      </dl>
    </div>
  )
}

/** "250 g" stays on one line. */
const keepUnit = (weight: string | undefined) => weight?.replaceAll(' ', '\u00a0')

/** Price and Add to Cart, without stepper, at the bottom of a narrow screen. Keeps its room, so that nothing moves when it comes. */
function BuyBar({ product, shown }: { product: Product; shown: boolean }) {
  return (
    <section
      aria-label="Buy"
      inert={!shown}
      className={`sticky bottom-0 z-(--z-sticky) grid grid-cols-[auto_1fr] items-center gap-4 bg-paper px-gutter [&_div:has(>[role=group])]:hidden pt-2.5 pb-safe-bar shadow-bar md:hidden ${shown ? '' : 'invisible'}`}
    >
      <div>
        <Price pricePaise={product.offerPrice} offerPricePaise={product.offerPrice} />
        <p className="whitespace-nowrap text-ink-soft text-xs">Cash on delivery</p>
      </div>
      <AddToCart product={product} look="page" />
    </section>
  )
}
