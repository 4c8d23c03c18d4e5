import { data, Link, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { AddToCart, BuyNow } from '#features/cart/web/add-to-cart.tsx'
import { categoryUrl, findCategory, productUrl } from '#features/catalog/catalog.categories.ts'
import { getProduct, listNewest, MAX_RELATED, type Product } from '#features/catalog/catalog.contract.ts'
import { type DeliveryDates, deliveryDates, deliveryDaysOf } from '#features/catalog/catalog.delivery.ts'
import type { Percentages } from '#features/catalog/catalog.percentages.ts'
import { TAX_PERCENT } from '#features/catalog/catalog.tax.ts'
import { getPercentages } from '#features/catalog/percentages.contract.ts'
import { getProducer } from '#features/producers/producers.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { isId } from '#shared/ids.ts'
import { apiContext, settingsContext } from '#web/api-context.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { notFoundPage } from '#web/not-found-page.ts'
import { pageMeta, sharePicture } from '#web/seo.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { JsonLd } from '#web/ui/json-ld.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon, type PageIconName } from '#web/ui/page-icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { ProductCard, ProductGrid, toCardProduct } from './product-card.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { productJsonLd } from './product-json-ld.ts'
import { type Maker, ProductMaker, toMaker } from './product-maker.tsx'
import { columnsClasses } from './product-skeleton.tsx'
import { StockLine } from './stock-words.tsx'
import { TellMe } from './tell-me.tsx'
import { WhereRupeeGoes } from './where-rupee-goes.tsx'

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
    image: product.images[0] && sharePicture(product.images[0]),
  })
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  if (!isId(params.id)) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const category = findCategory(params.category ?? '')?.path
  const [{ product }, related, percentages] = await Promise.all([
    api(getProduct, { params: { id: params.id } }).catch((error: unknown) => {
      throw notFoundPage(error)
    }),
    // One more than is shown: the product itself may be among them. The page does without them when they fail.
    category
      ? api(listNewest, { query: { category, limit: String(MAX_RELATED + 1) } }).catch(() => undefined)
      : undefined,
    api(getPercentages).catch(() => undefined),
  ])
  // Not a permanent redirect: a product may change its category, and back.
  if (params.category?.toLowerCase() !== product.category.toLowerCase()) throw redirect(productUrl(product), 302)
  const others = (related?.products ?? []).filter(({ _id }) => _id !== product._id).slice(0, MAX_RELATED)
  const arrives = product.inStock
    ? deliveryDates(deliveryDaysOf(product.deliveryDays, context.get(settingsContext).deliveryDays), new Date())
    : undefined
  return {
    product,
    arrives,
    maker: await findMaker(api, product.producer),
    percentages,
    related: others.map(toCardProduct),
  }
}

/** Who made it, when that is known. The page does without when the question fails. */
async function findMaker(api: Api, id: string | undefined) {
  if (id === undefined) return undefined
  const found = await api(getProducer, { params: { id } }).catch(() => undefined)
  return found && toMaker(found.producer)
}

export default function ProductPage() {
  const { product, arrives, maker, percentages, related } = useLoaderData<typeof loader>()
  const { publicUrl, storeName } = useSettings()
  const category = findCategory(product.category)

  return (
    <>
      <div className="wrap pb-section">
        <Breadcrumbs
          short
          items={[
            { text: 'Home', to: '/' },
            { text: 'All Products', to: '/products' },
            ...(category ? [{ text: category.text, to: categoryUrl(category.path) }] : []),
            { text: product.name, to: productUrl(product) },
          ]}
        />
        <JsonLd data={productJsonLd(product, publicUrl, maker?.name ?? storeName)} />
        <div key={product._id} className={columnsClasses}>
          <ProductGallery name={product.name} category={product.category} pictures={product.images} />
          <Details product={product} arrives={arrives} maker={maker} percentages={percentages} />
        </div>
        <div className="grid gap-10 pt-10 lg:flex lg:gap-columns lg:pt-12">
          <About product={product} />
          <WhereRupeeGoes product={product} maker={maker} percentages={percentages} />
        </div>
        {related.length > 0 ? (
          <section aria-labelledby="related" className="pt-section">
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="related" className="text-3xl">
                More in {category?.text}
              </h2>
              <Link to={categoryUrl(product.category)} prefetch="intent" className="link touch">
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
      <BuyBar product={product} />
    </>
  )
}

const assurances: { icon: PageIconName; text: string }[] = [
  {
    icon: 'cash',
    text: `Cash on delivery available. Pay when it reaches you. ${TAX_PERCENT}% tax is added at checkout.`,
  },
]
/** Only where there is a producer. */
const ofProducers = ({ producer }: Percentages) =>
  ({ icon: 'people', text: `${producer}% of profits go to producers.` }) as const

interface DetailsProps {
  product: Product
  /** Undefined where it cannot be ordered. */
  arrives: DeliveryDates | undefined
  maker: Maker | undefined
  percentages: Percentages | undefined
}

function Details({ product, arrives, maker, percentages }: DetailsProps) {
  return (
    <div className="grid min-w-0 content-start gap-4 lg:sticky lg:top-6 lg:grow-5 lg:basis-0">
      <div className="grid gap-1">
        {/* On a phone it stands over the picture. */}
        <p className="text-sm max-md:hidden">
          <Link to={categoryUrl(product.category)} prefetch="intent" className="link">
            {findCategory(product.category)?.text}
          </Link>
        </p>
        <h1 className="wrap-anywhere text-name md:text-3xl">{product.name}</h1>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
          <Price pricePaise={product.price} offerPricePaise={product.offerPrice} size="page" />
          <Rating size="page" />
        </div>
      </div>
      <StockLine product={product} />
      {product.inStock ? null : (
        <>
          <Notice tone="wait">Out of stock for now</Notice>
          <TellMe product={product} />
        </>
      )}
      {/* The stepper needs the room of both columns. On a phone Add to Cart stands in the bar. */}
      <div className="grid gap-2.5 lg:not-has-[[role=group]]:grid-cols-2">
        <div className="max-md:hidden">
          <AddToCart product={product} look="page" />
        </div>
        <BuyNow product={product} />
      </div>
      <ul className="grid gap-2 text-sm">
        <DeliveryFacts product={product} arrives={arrives}>
          {(maker && percentages ? [...assurances, ofProducers(percentages)] : assurances).map(({ icon, text }) => (
            <li key={icon} className="flex items-start gap-3">
              <PageIcon name={icon} className="text-neel-700" />
              {text}
            </li>
          ))}
        </DeliveryFacts>
      </ul>
      {maker ? (
        <>
          <Stitch />
          <ProductMaker maker={maker} />
        </>
      ) : null}
    </div>
  )
}

function About({ product }: { product: Product }) {
  return (
    <div className="grid min-w-0 content-start gap-5 lg:grow-7 lg:basis-0">
      {product.description.length > 0 ? (
        <section aria-labelledby="about">
          <h2 id="about" className="mb-3 text-xl">
            About this piece
          </h2>
          <ul className="grid list-disc gap-1.75 pl-4.5 marker:text-madder-700">
            {product.description.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <dl className="grid grid-cols-[7rem_1fr] content-start gap-x-4 gap-y-1.5">
        <dt className="text-ink-mute">Weight</dt>
        <dd>{keepUnit(product.weight) ?? 'N/A'}</dd>
        <dt className="text-ink-mute">Category</dt>
        <dd>{findCategory(product.category)?.text}</dd>
      </dl>
    </div>
  )
}

/** "250 g" stays on one line. */
const keepUnit = (weight: string | undefined) => weight?.replaceAll(' ', '\u00a0')

/** Price and Add to Cart at the bottom of a phone, from the first screen on; or that it cannot be bought. */
function BuyBar({ product }: { product: Product }) {
  return (
    <section
      aria-label="Buy"
      className="group sticky bottom-0 z-(--z-sticky) grid grid-cols-[auto_1fr] items-center gap-3 bg-paper px-gutter pt-2.5 pb-safe-bar shadow-bar md:hidden"
    >
      <div>
        <Price pricePaise={product.offerPrice} offerPricePaise={product.offerPrice} />
        {product.inStock ? (
          <p className="whitespace-nowrap text-ink-soft text-xs group-has-[[role=group]]:hidden">Cash on delivery</p>
        ) : (
          <p className="whitespace-nowrap font-semibold text-haldi-700 text-sm">Out of stock</p>
        )}
      </div>
      <AddToCart product={product} look="page" />
    </section>
  )
}
