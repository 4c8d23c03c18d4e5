import { useState } from 'react'
import { toast } from 'react-hot-toast'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { producerName } from '#features/producers/web/producer-name.ts'
import { fromRupees } from '#shared/money.ts'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SellerHead } from '#web/ui/panel.tsx'
import { productUrl } from '../catalog.categories.ts'
import { draftOf, type ProductField, type toProductData } from '../product-form.rules.ts'
import {
  type archiveProduct,
  getSellerProduct,
  type SellerProduct,
  type unarchiveProduct,
} from '../seller-products.contract.ts'
import { type FormState, ProductForm } from './product-form.tsx'
import { editProduct, type Saved } from './send-product.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, `Edit ${loaderData?.product.name}`, location.pathname)

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const { product } = await api(getSellerProduct, { params: { id: params.id ?? '' } })
    return { product, producerName: await producerName(api, product.producer) }
  })

/** A product in wire form as the form has it. */
const stateOf = (product: Saved['product'], producerName: string): FormState => {
  const inPaise = { price: fromRupees(product.price), offerPrice: fromRupees(product.offerPrice) }
  return { draft: draftOf({ ...product, ...inPaise }, producerName), images: product.images, version: product.version }
}

export default function SellerEditProductPage() {
  const answer = useLoaderData<typeof loader>()
  return answer && <EditProduct key={answer.product._id} {...answer} />
}

type Shown = Pick<SellerProduct, '_id' | 'name' | 'category' | 'isArchived' | 'isSuspended'>

function EditProduct({ product, producerName: maker }: { product: SellerProduct; producerName: string }) {
  // What was saved here is shown without asking again: the network may be gone the next moment.
  const [shown, setShown] = useState<Shown>(product)
  const { _id, name, isArchived, isSuspended } = shown
  return (
    <>
      <SellerHead title="Edit Product" text={name}>
        <div className="flex flex-wrap items-center gap-4">
          {!isArchived && (
            <Link to={productUrl(shown)} className="link inline-flex min-h-11 items-center text-sm">
              View in the shop
            </Link>
          )}
          <Archive product={shown} onDone={setShown} />
        </div>
      </SellerHead>
      {isArchived && (
        <Notice tone="wait" className="mb-5">
          {isSuspended
            ? 'This product is not in the shop, because its producer is suspended. It comes back with the producer.'
            : 'This product is archived: it is not in the shop. Orders keep it.'}
        </Notice>
      )}
      <ProductForm
        start={{ draft: draftOf(product, maker), images: product.images, version: product.version }}
        submit="Save changes"
        undo="Undo"
        leave={{ title: 'Leave without saving the changes?', confirm: 'Leave' }}
        hint="Shows in the shop at once."
        send={async ({ fields, pictures, changed, version = 0 }, onProgress) => {
          const sent = await editProduct(_id, { ...onlyChanged(fields, changed), version }, pictures, onProgress)
          const { code, product: stored, producerName = '', changedBy, changedAt } = sent
          if (code !== 'PRODUCT_CHANGED') return sent
          setShown(stored)
          return {
            stored: stateOf(stored, producerName),
            by: changedBy ?? 'Somebody',
            at: changedAt === undefined ? undefined : new Date(changedAt),
          }
        }}
        onSaved={(saved, { producerName }) => {
          setShown(saved.product)
          return stateOf(saved.product, producerName)
        }}
      />
    </>
  )
}

/** Only what was changed is sent: pieces may be sold while somebody edits. The two prices go together. */
function onlyChanged(fields: ReturnType<typeof toProductData>, changed: readonly ProductField[]) {
  const isPrice = (name: string) => name === 'price' || name === 'offerPrice'
  const isSent = (name: string) => changed.some((one) => one === name || (isPrice(one) && isPrice(name)))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isSent(name)))
}

/** Out of the shop after asking once, and back. */
function Archive({ product, onDone }: { product: Shown; onDone: (product: Shown) => void }) {
  const { busy, failed, act } = useAct()
  const [asking, setAsking] = useState(false)
  async function run() {
    const params = { id: product._id }
    await act(async () => {
      const { message, product: saved } = product.isArchived
        ? await call<typeof unarchiveProduct>('POST /api/product/:id/unarchive', { params })
        : await call<typeof archiveProduct>('POST /api/product/:id/archive', { params })
      toast.success(message)
      onDone(saved)
    })
    setAsking(false)
  }
  return (
    <>
      <ActFailed failed={failed} className="basis-full" />
      <Button
        variant={product.isArchived ? 'line' : 'danger'}
        size="sm"
        busy={busy}
        className="min-h-11"
        onClick={() => (product.isArchived ? run() : setAsking(true))}
      >
        {product.isArchived ? 'Bring back' : 'Archive'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Archive ${product.name}?`}
        text="It leaves the shop. You can bring it back from Archived in the Product List."
        confirm="Archive product"
        keep="Keep it"
        danger
        busy={busy}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
