import { data, Link, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { AddToCart, BuyNow } from '#features/cart/web/add-to-cart.tsx'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { TAX_PERCENT } from '#features/prices/prices.tax.ts'
import { getProducer } from '#features/producers/producers.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { isId } from '#shared/ids.ts'
import type { Paise } from '#shared/money.ts'
import { nameLang } from '#shared/name-lang.ts'
import { apiContext, settingsContext } from '#web/api-context.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { notFoundPage } from '#web/not-found-page.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { pageMeta, sharePicture } from '#web/seo.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { JsonLd } from '#web/ui/json-ld.tsx'
import { NotShown } from '#web/ui/not-shown.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon, type PageIconName } from '#web/ui/page-icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { BestBefore } from '../../batches/web/best-before.tsx'
import { categoryUrl, findCategory, productUrl } from '../../catalog.categories.ts'
import { getProduct, listNewest, MAX_RELATED, type Product } from '../../catalog.contract.ts'
import {
  awayText,
  backText,
  type DeliveryDates,
  deliveryDates,
  deliveryDaysOf,
  fromReturn,
} from '../../catalog.delivery.ts'
import type { FactValues } from '../../facts/facts.contract.ts'
import { factTables } from '../../facts/facts.rows.ts'
import { scaleOf } from '../../facts/facts.scale.ts'
import { factText, unitPriceText } from '../../facts/facts.texts.ts'
import { DietMark } from '../../facts/web/diet-mark.tsx'
import { jsonLdFacts } from '../../facts/web/fact-json-ld.ts'
import { canonicalMember } from '../../families/families.rules.ts'
import { groupJsonLd } from '../../families/web/family-json-ld.ts'
import { ProductChoices } from '../../families/web/product-choices.tsx'
import { toCardProduct } from '../../list/web/pack-cards.ts'
import { ProductCard, ProductGrid } from '../../list/web/product-card.tsx'
import { jsonLdMarks } from '../../marks/web/mark-json-ld.ts'
import { DeliveryFacts } from './delivery-facts.tsx'
import { About } from './product-about.tsx'
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
    path: productUrl({ ...product, _id: (product.family && canonicalMember(product.family)) ?? product._id }),
    type: 'product',
    image: product.images[0] && sharePicture(product.images[0]),
  })
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  if (!isId(params.id)) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const category = findCategory(params.category ?? '')?.path
  const [{ product: stored }, related, percentages] = await Promise.all([
    api(getProduct, { params: { id: params.id } }).catch((error: unknown) => {
      throw notFoundPage(error)
    }),
    // One more, since the product itself, or one of its family, may be among them.
    category
      ? readPart(api(listNewest, { query: { category, families: '1', limit: String(MAX_RELATED + 1) } }))
      : { products: [] },
    readPart(api(getPercentages)),
  ])
  // The page shows them in words.
  const { facts = {}, marks = [], ...product } = stored
  // The redirect is not permanent: a product may change its category, and back.
  if (params.category?.toLowerCase() !== product.category.toLowerCase()) throw redirect(productUrl(product), 302)
  const now = new Date()
  const days = deliveryDaysOf(product.deliveryDays, context.get(settingsContext).deliveryDays)
  const arrivesIn = fromReturn(days, product.backOn, now)
  const arrives = product.inStock ? deliveryDates(arrivesIn, now) : undefined
  return {
    product,
    jsonLdFacts: jsonLdFacts(facts),
    marks,
    tables: factTables(facts, product.offerPrice, product.batch),
    label: labelOf(facts, product.offerPrice),
    scale: scaleOf(facts),
    arrives,
    ...(product.backOn ? { arrivesIn } : {}),
    maker: await findMaker(api, product.producer),
    percentages,
    related:
      related === UNREAD
        ? UNREAD
        : related.products
            .filter(({ _id }) => _id !== product._id && !product.family?.siblings.some((one) => one._id === _id))
            .slice(0, MAX_RELATED)
            .map(toCardProduct),
  }
}

interface Label {
  isVegetarian?: boolean
  mrp?: string
  unitPrice?: string
}

/** What stands on the pack, beside name and price. */
function labelOf(facts: FactValues, offerPrice: Paise): Label {
  const unitPrice = unitPriceText(offerPrice, facts)
  return {
    ...(facts.diet === undefined ? {} : { isVegetarian: facts.diet === 'vegetarian' }),
    ...(facts.mrp === undefined ? {} : { mrp: factText('mrp', facts.mrp) }),
    ...(unitPrice === undefined ? {} : { unitPrice }),
  }
}

async function findMaker(api: Api, id: string | undefined) {
  if (id === undefined) return undefined
  try {
    return toMaker((await api(getProducer, { params: { id } })).producer)
  } catch (error) {
    return error instanceof AppError && error.status === 404 ? undefined : UNREAD
  }
}

export default function ProductPage() {
  const { product, jsonLdFacts, marks, tables, label, scale, arrives, arrivesIn, maker, percentages, related } =
    useLoaderData<typeof loader>()
  const settings = useSettings()
  const category = findCategory(product.category)
  const brand = maker === UNREAD ? undefined : (maker?.name ?? settings.storeName)

  return (
    // The phone's bar comes before the related products, but lies below all.
    <div className="flex flex-col">
      <div className="wrap w-full">
        <Breadcrumbs
          short
          items={[
            { text: 'Home', to: '/' },
            { text: 'All Products', to: '/products' },
            ...(category ? [{ text: category.text, to: categoryUrl(category.path) }] : []),
            { text: product.name, to: productUrl(product) },
          ]}
        />
        <JsonLd
          data={groupJsonLd(
            {
              ...productJsonLd({ ...product, arrivesIn }, settings, brand),
              ...jsonLdFacts,
              ...jsonLdMarks(marks, settings.publicUrl),
            },
            product,
            settings.publicUrl,
          )}
        />
        <div key={product._id} className={columnsClasses}>
          <ProductGallery name={product.name} category={product.category} pictures={product.images} />
          <Details product={product} label={label} arrives={arrives} maker={maker} percentages={percentages} />
        </div>
        <div className="grid gap-10 pt-10 lg:flex lg:gap-columns lg:pt-12">
          <About product={product} tables={tables} scale={scale} marks={marks} />
          <WhereRupeeGoes product={product} maker={maker} percentages={percentages} />
        </div>
      </div>
      <BuyBar product={product} />
      <div className="wrap w-full pb-section">
        {related === UNREAD && <NotShown className="mt-section">More products of this category did not load.</NotShown>}
        {related !== UNREAD && related.length > 0 ? (
          <section aria-labelledby="related" className="pt-section">
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="related" className="text-3xl">
                {`More in ${category?.text}`}
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
    </div>
  )
}

const assurances: { icon: PageIconName; text: string }[] = [
  {
    icon: 'cash',
    text: `Cash on delivery available. Pay when it reaches you. ${TAX_PERCENT}% tax is added at checkout.`,
  },
]
const ofProducers = ({ producer }: Percentages) =>
  ({ icon: 'people', text: `${producer}% of profits go to producers.` }) as const

interface DetailsProps {
  product: Product
  label: Label
  /** Undefined when it cannot be ordered. */
  arrives: DeliveryDates | undefined
  maker: Maker | undefined | typeof UNREAD
  percentages: Percentages | typeof UNREAD
}

function Details({ product, label, arrives, maker, percentages }: DetailsProps) {
  const sharesToo = maker && percentages !== UNREAD ? [ofProducers(percentages)] : []
  return (
    <div className="grid min-w-0 content-start gap-4 lg:sticky lg:top-6 lg:grow-5 lg:basis-0">
      <div className="grid gap-1">
        {/* On a phone it stands over the picture. */}
        <p className="text-sm max-md:hidden">
          <Link to={categoryUrl(product.category)} prefetch="intent" className="link">
            {findCategory(product.category)?.text}
          </Link>
        </p>
        <div className="flex items-baseline gap-2">
          <h1 lang={nameLang(product.name)} className="wrap-anywhere text-name md:text-3xl">
            {product.name}
          </h1>
          {label.isVegetarian !== undefined && <DietMark isVegetarian={label.isVegetarian} />}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
          <Price pricePaise={product.price} offerPricePaise={product.offerPrice} size="page" />
          <Rating size="page" />
        </div>
        {(label.mrp || label.unitPrice) && (
          <p className="text-ink-mute text-sm">
            {[label.mrp && `MRP ${label.mrp}, all taxes included`, label.unitPrice].filter(Boolean).join('. ')}
          </p>
        )}
      </div>
      <StockLine product={product} />
      <ProductChoices product={product} />
      {product.batch && <BestBefore batch={product.batch} />}
      {product.inStock ? null : (
        <>
          <Notice tone="wait">{product.backOn ? awayText(product.backOn) : 'Out of stock for now'}</Notice>
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
          {[...assurances, ...sharesToo].map(({ icon, text }) => (
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
          {maker === UNREAD ? <NotShown>Who made it did not load.</NotShown> : <ProductMaker maker={maker} />}
        </>
      ) : null}
    </div>
  )
}

/** On phones: price and Add to Cart at the bottom, from the first screen on. */
function BuyBar({ product }: { product: Product }) {
  return (
    <section
      aria-label="Buy"
      className="group sticky bottom-0 order-last z-(--z-sticky) grid grid-cols-[auto_1fr] items-center gap-3 bg-paper px-gutter pt-2.5 pb-safe-bar shadow-bar md:hidden"
    >
      <div>
        <Price pricePaise={product.offerPrice} offerPricePaise={product.offerPrice} />
        {product.inStock ? (
          <p className="whitespace-nowrap text-ink-soft text-xs group-has-[[role=group]]:hidden">Cash on delivery</p>
        ) : (
          <p className="whitespace-nowrap font-semibold text-haldi-700 text-sm">
            {product.backOn ? backText(product.backOn) : 'Out of stock'}
          </p>
        )}
      </div>
      <AddToCart product={product} look="page" />
    </section>
  )
}
