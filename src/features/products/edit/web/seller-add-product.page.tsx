import { useState } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { categories, productUrl } from '#features/catalog/catalog.categories.ts'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SellerHead } from '#web/ui/panel.tsx'
import { noFacts, usuallyReturnable } from '../../product-form.rules.ts'
import type { FormState, Saved } from './form-state.ts'
import { ProductForm } from './seller-product-form.tsx'
import { addProduct, editProduct } from './send-product.ts'

const title = 'Add Product'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller')

export const loader = ({ context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const [{ person }, percentages] = await Promise.all([api(sellerIsAuth), api(getPercentages)])
    // The area begins with what one may do.
    if (!person.rights.includes('catalogue')) throw redirect('/seller/overview')
    return { percentages }
  })

const empty = (category: string): FormState => ({
  images: [],
  draft: {
    name: '',
    category,
    ...noFacts,
    description: '',
    price: '',
    offerPrice: '',
    makerPrice: '',
    costs: '',
    weight: '',
    stock: '',
    batches: '',
    deliveryDays: '',
    sku: '',
    family: '',
    marks: '',
    returnable: usuallyReturnable(category),
    producer: '',
    producerName: '',
  },
})

export default function SellerAddProductPage() {
  const answer = useLoaderData<typeof loader>()
  const [added, setAdded] = useState<Saved['product']>()
  /** Added, but without some of its pictures: the form goes on with it. */
  const [unfinished, setUnfinished] = useState<Saved['product']>()
  if (!answer) return null
  return (
    <>
      <SellerHead title={title} />
      {added && (
        <Notice tone="good" className="mb-5">
          {added.name} is {becameOf(added)}.{' '}
          <Link
            to={added.isDraft ? `/seller/product-list/${added._id}` : productUrl(added)}
            className="underline underline-offset-link"
          >
            {added.isDraft ? 'Edit it' : 'View it'}
          </Link>
        </Notice>
      )}
      <ProductForm
        start={empty(categories[0].path)}
        percentages={answer.percentages}
        submit={unfinished ? (unfinished.isDraft ? 'Publish' : 'Save changes') : 'Add product'}
        isDraftOffered={unfinished?.isDraft ?? true}
        undo="Clear form"
        onUndo={
          unfinished &&
          (() => {
            setUnfinished(undefined)
            return empty(unfinished.category)
          })
        }
        leave={{
          title: unfinished ? 'Leave without the other images?' : 'Leave without adding this product?',
          confirm: 'Leave',
        }}
        hint="It goes on sale at once, in stock; a draft does not."
        send={async (edit, onProgress) => {
          const sent = await (unfinished ? editProduct(unfinished._id, edit, onProgress) : addProduct(edit, onProgress))
          if ('failure' in sent) setUnfinished(sent.product)
          return sent
        }}
        onSaved={({ product }, { category }) => {
          setAdded(product)
          setUnfinished(undefined)
          // The next product often has the same category.
          return empty(category)
        }}
      />
    </>
  )
}

function becameOf({ isDraft, inStock }: Saved['product']) {
  if (isDraft) return 'saved as a draft'
  return inStock ? 'on sale' : 'added, out of stock'
}

export const ErrorBoundary = () => <SellerFailed title={title} what="this page" />
